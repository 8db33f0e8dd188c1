import { storeErrors } from '@batonkit/core';
import { expect, test } from 'vitest';
import { gitProblem } from '../host/git-problem.ts';
import { corrupt, isDamage, storeFailure, StoreProblem } from './store-problem.ts';

test('what a step throws becomes the failure of the operation', () => {
  const failed = storeFailure('read TASK-1', gitProblem('command-failed', 'a 1.5 GB pack. Gone.'));
  expect(failed).toMatchObject({ code: 'StorageFailure', data: { operation: 'read TASK-1' } });
  expect(failed.message).toContain('Git reported an error. (a 1.5 GB pack. Gone.)');
  expect(storeFailure('list tasks', gitProblem('disk-full', '')).message).toBe(
    'The store could not list tasks: The disk is full. Free some space, then try again.',
  );
  const known = storeErrors.conflict('TASK-1', 1, 2);
  expect(storeFailure('commit', new StoreProblem(known))).toBe(known);
  expect(corrupt('TASK-1', 'body', 'missing').name).toBe('StoreProblem');
});

test.each([
  ['an object that does not inflate', gitProblem('command-failed', 'error: inflate: data stream error'), true],
  ['a bad object', gitProblem('command-failed', 'fatal: bad object 12'), true],
  ['a full disk', gitProblem('disk-full', 'No space left on device'), false],
  ['a bug that says so', new Error('the object is corrupt'), false],
])('damage of the repository: %s', (_, error, is) => {
  expect(isDamage(error)).toBe(is);
});
