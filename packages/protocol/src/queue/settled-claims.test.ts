import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { createContextStore } from 'batonkit';
import { errAsync, orThrow, storeErrors, type TaskStore } from '@batonkit/core';
import { createTaskProtocol } from '../service/task-protocol.ts';
import { sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';
import { createTaskQueue } from './task-queue.ts';

const run = { actor: 'ada', session: 'run-1' };
const onlyB = { phases: [], types: [], names: ['B'] };

/** Two processes in the name of one session: while this one claims B, the other claims A. */
async function race(more: (tasks: TaskStore) => Partial<TaskStore> = () => ({})) {
  const clock = createManualClock();
  const tasks = createMemoryTaskStore();
  const contexts = createContextStore({ tasks, clock });
  const git = { head: null, task_file_sha: null };
  for (const id of ['A', 'B']) await orThrow(contexts.init(id, { actor: 'ada', git, immutable: sampleInit.immutable }));
  const other = createTaskProtocol({ tasks, clock });
  let isFirst = true;
  const racing: TaskStore = {
    ...tasks,
    commit: (commit) => {
      if (!isFirst) return tasks.commit(commit);
      isFirst = false;
      return other
        .claim('A', run)
        .mapErr((error) => storeErrors.storageFailure('commit', error.message))
        .andThen(() => tasks.commit(commit));
    },
  };
  const store = { ...racing, ...more(racing) };
  const protocol = createTaskProtocol({ tasks: store, clock });
  return { tasks, store, other, protocol, queue: createTaskQueue({ tasks: store, protocol }) };
}

const ownersOf = async (tasks: TaskStore) => {
  const { own, free } = await orThrow(
    createTaskQueue({ tasks, protocol: createTaskProtocol({ tasks }) }).look({ session: run.session }),
  );
  return { own: own.map(({ taskId }) => taskId), free: free.map(({ taskId }) => taskId) };
};

describe('two claims of one session at once', () => {
  test('are settled: the first is kept by both, the other is free again', async () => {
    const { tasks, queue } = await race();
    const taken = await orThrow(queue.take({ ...run, filter: onlyB }));
    expect(taken).toMatchObject({ task: { taskId: 'A', owner: run.session }, how: 'resumed' });
    expect(await ownersOf(tasks)).toEqual({ own: ['A'], free: ['B'] });
  });

  test('what the other process gave back already is no failure', async () => {
    const { tasks, other, protocol, store } = await race();
    const release: typeof protocol.release = (id, options) =>
      other.release(id, options).andThen(() => protocol.release(id, options));
    const queue = createTaskQueue({ tasks: store, protocol: { ...protocol, release } });
    expect(await orThrow(queue.take({ ...run, filter: onlyB }))).toMatchObject({ task: { taskId: 'A' } });
    expect(await ownersOf(tasks)).toEqual({ own: ['A'], free: ['B'] });
  });

  test('a release that fails is told, and so is a store that cannot be read any more', async () => {
    const broken = storeErrors.storageFailure('read', 'the disk is away');
    const { protocol, store } = await race();
    const stuck = createTaskQueue({
      tasks: store,
      protocol: { ...protocol, release: () => errAsync(broken) },
    });
    expect((await stuck.take({ ...run, filter: onlyB }))._unsafeUnwrapErr()).toMatchObject({ code: 'StorageFailure' });

    let lists = 0;
    const away = await race((tasks) => ({
      list: (options) => ((lists += 1) > 2 ? errAsync(broken) : tasks.list(options)),
    }));
    expect((await away.queue.take({ ...run, filter: onlyB }))._unsafeUnwrapErr().code).toBe('StorageFailure');
    // The claim stands: whoever asks next in the name of the session goes on with it.
    expect((await ownersOf(away.tasks)).own).toContain('B');
  });
});

test('a queue whose tasks cannot be listed is not empty', async () => {
  const tasks = createMemoryTaskStore();
  const broken = storeErrors.storageFailure('list', 'the disk is away');
  const queue = createTaskQueue({
    tasks: { ...tasks, list: () => errAsync(broken) },
    protocol: createTaskProtocol({ tasks }),
  });
  expect((await queue.look({ session: run.session }))._unsafeUnwrapErr().code).toBe('StorageFailure');
  expect((await queue.take(run))._unsafeUnwrapErr().code).toBe('StorageFailure');
});

test('a record that cannot be read is nobody’s turn, and phases may be named by the caller', async () => {
  const { tasks } = await race();
  const garbled: TaskStore = {
    ...tasks,
    read: (id) => tasks.read(id).map((found) => (id === 'A' ? { ...found, body: '{}' } : found)),
  };
  const queue = createTaskQueue({
    tasks: garbled,
    protocol: createTaskProtocol({ tasks: garbled }),
    phaseOf: ({ task_id }) => `Phase of ${task_id}`,
  });
  const { free } = await orThrow(queue.look({ session: run.session }));
  expect(free.map(({ taskId, phase }) => [taskId, phase])).toEqual([['B', 'phase of b']]);
});
