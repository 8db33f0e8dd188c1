import { expect, test } from 'vitest';
import * as hooks from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(hooks).sort()).toEqual(['EMPTY_HOOK_MEMORY', 'createHooks', 'decideHook', 'readHookTask']);
});
