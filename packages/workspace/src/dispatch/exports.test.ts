import { expect, test } from 'vitest';
import * as dispatch from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(dispatch).sort()).toEqual([
    'DispatchStateSchema',
    'appendLogEntry',
    'createImplementationLog',
    'formatLogEntry',
    'isMalformed',
    'loadProjectContext',
    'parseImplementationLog',
    'runDispatch',
  ]);
});
