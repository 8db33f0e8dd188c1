import { expect, test } from 'vitest';
import * as memoryAdapter from './index.ts';
import * as worktree from './worktree/index.ts';

test('the package exports exactly these names', () => {
  expect(Object.keys(memoryAdapter).sort()).toEqual([
    'SimulatedCrash',
    'createManualClock',
    'createMemoryTaskStore',
    'createMemoryWorkspaceFiles',
    'createScriptedQaRunner',
  ]);
  expect(Object.keys(worktree)).toEqual(['createMemoryWorktree']);
});
