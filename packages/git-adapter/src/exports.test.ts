import { expect, test } from 'vitest';
import * as gitAdapter from './index.ts';
import * as isomorphic from './isomorphic/index.ts';
import * as native from './native/index.ts';

test('the package exports exactly these names', () => {
  expect(Object.keys(gitAdapter).sort()).toEqual([
    'askGitVersion',
    'askPersonalSetting',
    'createGitRefTaskStore',
    'createGitWorktree',
    'createLinkedWorktrees',
    'fetchTasks',
    'listKeptTrees',
    'pushTasks',
    'worktreeId',
  ]);
  expect(Object.keys(isomorphic).sort()).toEqual([
    'ISOMORPHIC_ENGINE',
    'createIsomorphicWorktree',
    'listWorktreeFiles',
  ]);
  expect(Object.keys(native).sort()).toEqual(['createNativeWorktree']);
});
