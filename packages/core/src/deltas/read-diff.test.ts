import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import { sampleImmutable } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { createDeltaTracker } from './delta-tracker.ts';

const TASK = 'TASK-1';
const implementer = { role: 'implementer', actor: 'ada' };
const reviewer = { role: 'reviewer', actor: 'cy' };

async function handedOff(roles?: readonly string[]) {
  const worktree = createMemoryWorktree({ files: { 'login.ts': 'one\n' } });
  const { commit: head } = await orThrow(worktree.head());
  const tasks = createMemoryTaskStore();
  const baton = createBaton({ tasks, worktree, ...(roles && { roles }) });
  const deltas = createDeltaTracker({ tasks, worktree });
  const immutable = { ...sampleImmutable, scope_patterns: [] };
  await orThrow(baton.contexts.init(TASK, { actor: 'ada', immutable, git: { head, task_file_sha: 'a'.repeat(64) } }));
  await orThrow(baton.startTurn(TASK, implementer));
  worktree.edit('login.ts', 'one\nby the implementer\n');
  await orThrow(baton.handOff(TASK, implementer));
  const patchOf = async (role: string, type: 'from_base' | 'incremental') =>
    (await orThrow(deltas.diff(TASK, { role, type }))).text;
  return { worktree, baton, deltas, patchOf };
}

test('a snapshot in the middle of a turn takes nothing away from what the role changed', async () => {
  const { worktree, baton, deltas, patchOf } = await handedOff();
  await orThrow(baton.startTurn(TASK, reviewer));
  worktree.edit('login.ts', 'one\nby the implementer\nby the reviewer\n');
  await orThrow(deltas.snapshot(TASK, reviewer));
  const { snapshot } = await orThrow(baton.handOff(TASK, reviewer));
  expect(await patchOf('reviewer', 'incremental')).toContain('+by the reviewer\n');
  expect(snapshot?.['diff_from_implementer']).toMatch(/^[0-9a-f]{64}$/);
  expect(snapshot?.['diff_from_reviewer']).toBeUndefined();
});

test('an edit from outside that was accepted is not shown as the patch of the role before it', async () => {
  const { worktree, baton, deltas, patchOf } = await handedOff();
  worktree.edit('login.ts', 'one\nby the implementer\nby a stranger\n');
  expect((await baton.startTurn(TASK, reviewer))._unsafeUnwrapErr().code).toBe('DriftDetected');
  const note = 'Ada mended a word by hand.';
  await orThrow(deltas.resolveDrift(TASK, { ...implementer, note, accept: 'current-tree' }));
  expect(await patchOf('implementer', 'from_base')).not.toContain('stranger');
  await orThrow(baton.startTurn(TASK, reviewer));
  worktree.edit('login.ts', 'one\nby the implementer\nby a stranger\nby the reviewer\n');
  await orThrow(baton.handOff(TASK, reviewer));
  const review = await patchOf('reviewer', 'incremental');
  expect(review).toContain('+by the reviewer\n');
  expect(review).not.toContain('+by a stranger');
});

test('a role called base hides no patch', async () => {
  const { worktree, baton, patchOf } = await handedOff(['implementer', 'base', 'reviewer']);
  const base = { role: 'base', actor: 'bo' };
  await orThrow(baton.startTurn(TASK, base));
  worktree.edit('login.ts', 'one\nby the implementer\nby base\n');
  await orThrow(baton.handOff(TASK, base));
  await orThrow(baton.startTurn(TASK, reviewer));
  worktree.edit('login.ts', 'one\nby the implementer\nby base\nby the reviewer\n');
  const { snapshot } = await orThrow(baton.handOff(TASK, reviewer));
  expect(snapshot?.diff_from_base).not.toBe(snapshot?.['diff_from__base']);
  expect(await patchOf('reviewer', 'from_base')).toContain('+by the implementer\n');
  expect(await patchOf('reviewer', 'incremental')).not.toContain('+by the implementer\n');
  expect(await patchOf('reviewer', 'incremental')).toContain('+by the reviewer\n');
});
