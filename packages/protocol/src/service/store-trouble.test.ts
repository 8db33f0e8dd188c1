import { protocolMachine } from '../slice/protocol-machine.ts';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import {
  errAsync,
  failure,
  type GitFailure,
  type GitWorktree,
  orThrow,
  storeErrors,
  type TaskStore,
  MAIN_LOCK_TASK,
} from '@batonkit/core';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import { attestedIn, entering } from '../slice/protocol-run.fixture.ts';
import { gatherFacts } from '../facts/gather-facts.ts';
import { createTaskProtocol } from './task-protocol.ts';

const ID = 'TASK-1';
const owner = { actor: 'ada', session: 'run-1' };
const broken = storeErrors.storageFailure('read', 'the disk is away');
const clock = { now: () => Date.parse('2026-11-17T09:00:00Z'), sleep: () => Promise.resolve() };

async function desk(ids: readonly string[] = [ID, 'TASK-2']) {
  const tasks = createMemoryTaskStore();
  const worktree = createMemoryWorktree({ files: { 'src/a.ts': 'old\n' } });
  const baton = createBaton({ tasks, worktree });
  const git = { head: null, task_file_sha: null };
  for (const id of ids) await orThrow(baton.contexts.init(id, { actor: 'ada', immutable: sampleImmutable, git }));
  return { tasks, worktree, baton };
}

describe('what was said about a content', () => {
  // The conditions of IMPLEMENTATION were attested about a content whose list of files the store has, or not.
  const attested = entering('VALIDATION').record!;
  const covers = attested.protocol!.attestations[attestedIn('IMPLEMENTATION')[0] ?? 'requirements-met']!.covers!;
  const look = (tasks: TaskStore) =>
    gatherFacts({ tasks, machine: protocolMachine, worktree: null, clock }, attested, owner.session);

  test('holds for nothing any more when the list of files is gone or is no list', async () => {
    const { tasks } = await desk([]);
    const missing = await orThrow(look(tasks));
    expect(missing.facts.protocol.coverage).toEqual({ [covers]: ['(everything)'] });
  });

  test('is not known while the store cannot tell', async () => {
    const { tasks } = await desk([]);
    expect((await look({ ...tasks, getArtifact: () => errAsync(broken) }))._unsafeUnwrapErr().code).toBe(
      'StorageFailure',
    );
  });
});

describe('the lock of the main working tree', () => {
  const complete = entering('COMPLETE').record!;

  test('that cannot be read is not taken for free', async () => {
    const { tasks } = await desk([]);
    const store: TaskStore = { ...tasks, read: (id) => (id === MAIN_LOCK_TASK ? errAsync(broken) : tasks.read(id)) };
    const facts = await gatherFacts(
      { tasks: store, machine: protocolMachine, worktree: null, clock },
      complete,
      owner.session,
    );
    expect(facts._unsafeUnwrapErr().code).toBe('StorageFailure');
  });

  test('that cannot be made is told, and the next try makes it', async () => {
    const { tasks } = await desk([]);
    let isAway = true;
    const store: TaskStore = {
      ...tasks,
      commit: (commit) => (isAway ? errAsync(broken) : tasks.commit(commit)),
    };
    const { mainLock } = createTaskProtocol({ tasks: store });
    const lock = { ...owner, operation: 'git-operation' } as const;
    expect((await mainLock.acquire(lock))._unsafeUnwrapErr().code).toBe('StorageFailure');
    isAway = false;
    expect(await orThrow(mainLock.acquire(lock))).toMatchObject({ session: 'run-1' });
  });
});

describe('other tasks', () => {
  test('that cannot be read own nothing and finish nothing, and stop nobody', async () => {
    const { tasks } = await desk();
    const garbled: TaskStore = {
      ...tasks,
      read: (id) => tasks.read(id).map((found) => (id === 'TASK-2' ? { ...found, body: '{}' } : found)),
    };
    const protocol = createTaskProtocol({ tasks: garbled });
    const waiting = await protocol.claim(ID, { ...owner, dependencies: ['TASK-2'] });
    expect(waiting._unsafeUnwrapErr()).toMatchObject({ code: 'Rejected' });
    expect(waiting._unsafeUnwrapErr().message).toContain('TASK-2');
    expect((await protocol.claim(ID, owner)).isOk()).toBe(true);
  });

  test('named by a caller without types are refused, not looked for', async () => {
    const { tasks } = await desk();
    const claimed = await createTaskProtocol({ tasks }).claim(ID, { ...owner, dependencies: 'TASK-2' as never });
    expect(claimed._unsafeUnwrapErr().code).toBe('InvalidInput');
  });
});

describe('a working tree behind a hand-off', () => {
  const full: GitFailure = failure('GitFailure', 'No space is left.', { reason: 'disk-full', detail: '' });

  async function handedOff() {
    const opened = await desk([ID]);
    const { baton, worktree } = opened;
    await orThrow(baton.protocol.claim(ID, owner));
    await orThrow(baton.startTurn(ID, { ...owner, role: 'implementer', actor: 'claude' }));
    worktree.edit('src/a.ts', 'new\n');
    await orThrow(baton.handOff(ID, { ...owner, role: 'implementer', actor: 'claude' }));
    worktree.commit('New');
    return opened;
  }

  test('that cannot be looked at a second or third time stops the status with its own failure', async () => {
    const { tasks, worktree } = await handedOff();
    let looks = 0;
    const counting: GitWorktree = {
      ...worktree,
      observe: (request) => {
        looks += 1;
        return worktree.observe(request);
      },
    };
    await orThrow(createTaskProtocol({ tasks, worktree: counting }).status(ID, owner));
    expect(looks).toBeGreaterThan(1);
    for (let failing = 1; failing <= looks; failing += 1) {
      let look = 0;
      const faulty: GitWorktree = {
        ...worktree,
        observe: (request) => ((look += 1) === failing ? errAsync(full) : worktree.observe(request)),
      };
      const status = await createTaskProtocol({ tasks, worktree: faulty }).status(ID, owner);
      expect([failing, status.isErr() && status.error.code]).toEqual([failing, 'GitFailure']);
    }
  });
});

test('facts of a record that is not under the protocol are those of one that just came', async () => {
  const { tasks, baton } = await desk([ID]);
  const { record } = (await orThrow(baton.contexts.get(ID)))!;
  const { facts, artifacts } = await orThrow(
    gatherFacts({ tasks, machine: protocolMachine, worktree: null, clock }, record, owner.session),
  );
  expect(facts.protocol).toMatchObject({ other_tasks: [], open_dependencies: [], tree: null, coverage: {} });
  expect(facts.protocol.content).toMatch(/^[0-9a-f]{64}$/);
  expect(artifacts).toHaveLength(1);
});
