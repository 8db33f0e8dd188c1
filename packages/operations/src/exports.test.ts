import { expect, test } from 'vitest';
import * as operations from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(operations).sort()).toEqual([
    'BatonConfigSchema',
    'OPERATIONS',
    'STANDARDS_MAP_PLACES',
    'TASK_FILE_PLACES',
    'defineOperation',
    'fenced',
    'findCaptureSources',
    'listFields',
    'openContext',
    'openQaParser',
    'optionsOf',
  ]);
});
