import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import { type LinkedTrees, okAsync, orThrow, type TaskStore } from '@batonkit/core';
import { canonicalJson } from '@batonkit/core/text';
import { entering } from '../../../protocol/src/slice/protocol-run.fixture.ts';
import { openDesk } from '../operation/operation-desk.fixture.ts';
import { worktreeIdOf } from './work-on-trees.ts';

const COMMIT = 'b'.repeat(40);
const tree = { agent: null, branch: 'baton/TASK-1', path: '/trees/TASK-1', state: 'present' };
const moves: unknown[] = [];
const linked: LinkedTrees = {
  create: ({ taskId }) => okAsync({ ...tree, taskId }),
  list: () => okAsync([{ ...tree, taskId: 'TASK-1' }]),
  merge: () => okAsync({ how: 'nothing', head: COMMIT }),
  refresh: () => okAsync({ how: 'nothing', head: COMMIT }),
  fastForwardMain: (given) => {
    moves.push(given);
    return okAsync({ branch: 'main', from: COMMIT, to: COMMIT });
  },
  remove: () => okAsync({ removed: true, path: '/trees/TASK-1' }),
};

async function deskAt(state: 'REVIEW' | 'COMPLETE') {
  const memory = createMemoryTaskStore();
  // The documents that the sample record names were never written.
  const tasks: TaskStore = { ...memory, commit: (commit) => memory.commit({ ...commit, artifacts: [] }) };
  const record = entering(state).record!;
  const body = canonicalJson(record);
  const id = record.task_id;
  await orThrow(tasks.commit({ id, expected: 0, operationId: 'seed', body, audit: [], artifacts: [] }));
  const baton = createBaton({ tasks, trees: linked });
  return { id, baton, ...openDesk({ tasks, baton, worktree: null, linked }) };
}

test.each([
  ['REVIEW', 'NotApproved'],
  // Without a working tree nobody can tell whether what was approved is what would land.
  ['COMPLETE', 'StaleApproval'],
] as const)('landing a task that is in %s is refused as %s before anything moves', async (state, code) => {
  const { id, baton, run } = await deskAt(state);
  expect(await run('worktree', { action: 'land', taskId: id })).toMatchObject({ code });
  const stranger = { caller: { actor: 'bob', session: 'run-2' } };
  expect(await run('worktree', { action: 'land', taskId: id }, stranger)).toMatchObject({ code: 'NotOwner' });
  const nobody = { caller: { actor: 'bob' } };
  expect(await run('worktree', { action: 'land', taskId: id }, nobody)).toMatchObject({ code: 'NotOwner' });
  expect(moves).toEqual([]);
  expect(await orThrow(baton.protocol.mainLock.read())).toBeNull();
});

test('the owner of a task records its trees by making and removing them; nobody else does', async () => {
  const { id, baton, run } = await deskAt('REVIEW');
  const recorded = async () => (await orThrow(baton.contexts.get(id)))!.record.protocol!.worktree;
  const before = await recorded();
  const stranger = { caller: { actor: 'bob', session: 'run-2' } };
  await run('worktree', { action: 'create', taskId: id }, stranger);
  // What is removed is another tree than the one that is recorded.
  await run('worktree', { action: 'remove', taskId: id });
  expect(await recorded()).toBe(before);
  await run('worktree', { action: 'create', taskId: id });
  expect(await recorded()).toBe(worktreeIdOf('/trees/TASK-1'));
  await run('worktree', { action: 'remove', taskId: id }, stranger);
  expect(await recorded()).toBe(worktreeIdOf('/trees/TASK-1'));
  await run('worktree', { action: 'remove', taskId: id });
  expect(await recorded()).toBeNull();
});

test('a repeated request makes or removes no tree again', async () => {
  const { id, baton, run } = await deskAt('REVIEW');
  const calls: string[] = [];
  const counted: LinkedTrees = {
    ...linked,
    create: (given) => {
      calls.push('create');
      return linked.create(given);
    },
    remove: (given) => {
      calls.push('remove');
      return linked.remove(given);
    },
  };
  const ask = async (action: string, operationId: string) => {
    const caller = { actor: 'ada', session: 'run-1', operationId };
    const { code, replayed } = await run('worktree', { action, taskId: id }, { linked: counted, caller });
    return code ?? replayed;
  };
  expect(await ask('create', 'make-1')).toBe(false);
  expect(await ask('create', 'make-1')).toBe(true);
  expect(await ask('remove', 'remove-1')).toBe(false);
  expect(await ask('create', 'make-2')).toBe(false);
  // Its answer came late; the tree that is there now is another one.
  expect(await ask('remove', 'remove-1')).toBe(true);
  expect(await ask('create', 'make-1')).toBe(true);
  expect(await ask('remove', 'make-1')).toBe('OperationIdReused');
  expect(await ask('create', 'remove-1')).toBe('OperationIdReused');
  expect(calls).toEqual(['create', 'remove', 'create']);
  const { record } = (await orThrow(baton.contexts.get(id)))!;
  expect(record.protocol?.worktree).toBe(worktreeIdOf('/trees/TASK-1'));
});

test('a tree is named as the git adapter names it', () => {
  expect(worktreeIdOf('/work/repo')).toBe('ddc5e473a09bd156-repo');
});
