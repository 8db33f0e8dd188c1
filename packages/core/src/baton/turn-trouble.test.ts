import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { expect, test } from 'vitest';
import type { GitFailure } from '../ports/git-worktree.ts';
import { storeErrors } from '../ports/store-errors.ts';
import { sampleImmutable } from '../record/sample-task.fixture.ts';
import { failure } from '../result/failure.ts';
import { orThrow } from '../result/or-throw.ts';
import { errAsync } from '../result/result.ts';
import { createBaton } from './create-baton.ts';

const ID = 'TASK-1';
const implementer = { role: 'implementer', actor: 'claude' };
const reviewer = { role: 'reviewer', actor: 'codex' };

async function handedOff() {
  const tasks = createMemoryTaskStore();
  const worktree = createMemoryWorktree({ files: { 'src/a.ts': 'old\n' } });
  const baton = createBaton({ tasks, worktree });
  const git = { head: null, task_file_sha: null };
  await orThrow(baton.contexts.init(ID, { actor: 'ada', immutable: sampleImmutable, git }));
  await orThrow(baton.startTurn(ID, implementer));
  worktree.edit('src/a.ts', 'new\n');
  await orThrow(baton.handOff(ID, implementer));
  return { tasks, worktree, baton };
}

test('a store that cannot be read opens no turn and closes none', async () => {
  const { tasks, worktree, baton } = await handedOff();
  const away = storeErrors.storageFailure('read', 'the disk is away');
  const broken = createBaton({ tasks: { ...tasks, read: () => errAsync(away) }, worktree });
  expect((await broken.startTurn(ID, reviewer))._unsafeUnwrapErr().code).toBe('StorageFailure');
  expect((await broken.handOff(ID, implementer))._unsafeUnwrapErr().code).toBe('StorageFailure');
  expect((await baton.startTurn(ID, reviewer)).isOk()).toBe(true);
});

test('a tree that cannot be looked at opens no turn, and counts as no drift', async () => {
  const { tasks, worktree, baton } = await handedOff();
  const full: GitFailure = failure('GitFailure', 'No space is left.', { reason: 'disk-full', detail: '' });
  const broken = createBaton({ tasks, worktree: { ...worktree, observe: () => errAsync(full) } });
  expect((await broken.startTurn(ID, reviewer))._unsafeUnwrapErr().code).toBe('GitFailure');
  const { record } = (await orThrow(baton.contexts.get(ID)))!;
  expect(record.coordination['implementer']?.drift_budget).toBe(0);
  expect((await baton.startTurn(ID, reviewer)).isOk()).toBe(true);
});
