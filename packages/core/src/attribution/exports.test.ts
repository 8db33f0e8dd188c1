import { expect, test } from 'vitest';
import * as attribution from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(attribution).sort()).toEqual([
    'BEFORE_WORKFLOW',
    'OUTSIDE_WORKFLOW',
    'attributeChain',
    'formatBlame',
    'formatTrailers',
    'matchLines',
    'sumLines',
  ]);
});
