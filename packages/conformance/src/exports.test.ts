import { expect, test } from 'vitest';
import * as conformance from './index.ts';

test('the package exports exactly these names', () => {
  expect(Object.keys(conformance).sort()).toEqual([
    'gitWorktreeSuite',
    'qaParserSuite',
    'taskStoreSuite',
    'workspaceFilesSuite',
  ]);
});
