import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { createTaskCommitter } from '../commit/task-committer.ts';
import { coreMachine } from '../machine/core-machine.ts';
import { sampleInit } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { createDeltaTracker } from './delta-tracker.ts';
import { describeState } from './describe-state.ts';
import { type Expectation, findDrift } from './find-drift.ts';
import { observeTree } from './look-at-tree.ts';

/** A tree that was handed off with one changed file, without a task and without a store. */
async function handOff() {
  const worktree = createMemoryWorktree({ files: { 'login.js': 'one', 'run.sh': 'x' } });
  worktree.edit('login.js', 'two');
  const base = (await orThrow(worktree.head())).commit;
  const captured = await orThrow(worktree.capture({ base }));
  const handedOff = { ...describeState(captured), base_commit: base, tree: captured.tree };
  const look = async (expectation: Expectation) =>
    findDrift(handedOff, await orThrow(observeTree(worktree, handedOff)), expectation);
  return { worktree, handedOff, look };
}

describe('drift is found by a working tree alone', () => {
  test('nothing happened', async () => {
    const { look } = await handOff();
    expect(await look('dirty')).toEqual({ verdict: 'unchanged' });
    expect(await look('either')).toEqual({ verdict: 'unchanged' });
    expect(await look('committed')).toMatchObject({ verdict: 'drift', checks: [{ check: 'committed' }] });
  });

  test('a file was edited, another made executable', async () => {
    const { worktree, look } = await handOff();
    worktree.edit('login.js', 'by hand');
    worktree.chmod('run.sh', true);
    const found = await look('dirty');
    expect(found).toMatchObject({ verdict: 'drift' });
    const paths = found.verdict === 'drift' ? found.checks.map(({ path }) => path) : [];
    expect(new Set(paths)).toEqual(new Set(['login.js', 'run.sh']));
  });

  test('it was committed exactly, or with something else', async () => {
    const { worktree, look } = await handOff();
    worktree.commit('as handed off');
    expect(await look('either')).toEqual({ verdict: 'committed' });
    expect((await look('dirty')).verdict).toBe('drift');
    worktree.edit('login.js', 'three');
    worktree.commit('more');
    expect((await look('either')).verdict).toBe('drift');
  });
});

test('the delta tracker needs a record, and no context store: whoever writes tasks may have begun it', async () => {
  const worktree = createMemoryWorktree({ files: { 'login.js': 'one' } });
  const tasks = createMemoryTaskStore();
  const options = { actor: 'ada' };
  const committer = createTaskCommitter({ tasks, machine: coreMachine, clock: createManualClock(), policy: {} });
  const { git: _, ...init } = sampleInit;
  await orThrow(committer.commit({ taskId: 'TASK-1', command: init, options }));
  const start = { type: 'start-turn', role: 'implementer' } as const;
  await orThrow(committer.commit({ taskId: 'TASK-1', command: start, options }));
  const deltas = createDeltaTracker({ tasks, worktree });
  worktree.edit('login.js', 'two');
  await orThrow(deltas.snapshot('TASK-1', { ...options, role: 'implementer' }));
  expect((await orThrow(deltas.inspect('TASK-1'))).verdict).toBe('unchanged');
  worktree.edit('login.js', 'by hand');
  expect((await orThrow(deltas.inspect('TASK-1'))).verdict).toBe('drift');
});
