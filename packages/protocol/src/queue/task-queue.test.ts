import { createManualClock, createMemoryTaskStore, type ScriptedFault } from '@batonkit/memory-adapter';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createContextStore } from 'batonkit';
import { orThrow, storeErrors, type TaskStore } from '@batonkit/core';
import { createTaskProtocol } from '../service/task-protocol.ts';
import { sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';
import { createTaskQueue, type TaskQueue } from './task-queue.ts';

const MINUTE = 60_000;

interface World {
  readonly tasks: TaskStore;
  readonly clock: ReturnType<typeof createManualClock>;
}

async function world(
  ids: readonly string[],
  {
    faults = [],
    areas = {},
  }: { readonly faults?: readonly ScriptedFault[]; readonly areas?: Record<string, string> } = {},
): Promise<World> {
  const clock = createManualClock();
  const tasks = createMemoryTaskStore({ faults: [...faults] });
  const contexts = createContextStore({ tasks, clock });
  for (const id of ids) {
    const { immutable } = sampleInit;
    const task_snapshot = { ...immutable.task_snapshot, area: areas[id] ?? 'core', title: `Title of ${id}` };
    const git = { head: null, task_file_sha: null };
    await orThrow(contexts.init(id, { actor: 'ada', git, immutable: { ...immutable, task_snapshot } }));
    clock.advance(MINUTE);
  }
  return { tasks, clock };
}

function open({ tasks, clock }: World, dependencies: Record<string, readonly string[]> = {}) {
  const protocol = createTaskProtocol({ tasks, clock });
  const queue = createTaskQueue({ tasks, protocol, dependenciesOf: (id) => dependencies[id] ?? [] });
  return { protocol, queue, contexts: createContextStore({ tasks, clock }) };
}

const caller = (session: string) => ({ actor: session, session });
const take = (queue: TaskQueue, session: string) => orThrow(queue.take(caller(session)));

/** The shortest way to the end of a task that passes the protocol's own checks. */
async function finish(given: World, taskId: string, session: string): Promise<void> {
  const { protocol, contexts } = open(given);
  const command = { type: 'abandon', reason: 'user-request', note: 'For the test.' } as const;
  const sent = await protocol.send(taskId, { ...caller(session), command });
  // After a crash it may have been abandoned already.
  if (sent.isErr() && sent.error.code !== 'Rejected') throw new Error(sent.error.message);
  await orThrow(protocol.checkCompliance(taskId, caller(session)));
  await orThrow(contexts.complete(taskId, caller(session)));
}

/** A store that cannot list these tasks. */
function damage(given: World, ids: readonly string[]): World {
  const { tasks } = given;
  const list: TaskStore['list'] = (page) =>
    tasks
      .list(page)
      .map((listed) =>
        listed.map((row) =>
          ids.includes(row.id)
            ? { id: row.id, revision: 0, purged: false, problem: storeErrors.corrupt(row.id, 'body', 'unreadable') }
            : row,
        ),
      );
  return { ...given, tasks: { ...tasks, list } };
}

describe('the queue', () => {
  test('a damaged task holds up nobody: the others are listed, claimed and taken', async () => {
    const given = damage(await world(['A', 'B', 'C', 'D']), ['A', 'C', 'D']);
    const { queue, protocol, contexts } = open(given);
    expect(await take(queue, 'run-1')).toMatchObject({ how: 'claimed', task: { taskId: 'B' } });
    expect((await protocol.claim('B', caller('run-1'))).isOk()).toBe(true);
    const { damaged } = await orThrow(queue.look({ session: 'run-1' }));
    expect(damaged.map(({ taskId }) => taskId)).toEqual(['A', 'C', 'D']);
    expect(damaged.every(({ reason }) => reason.includes('unreadable'))).toBe(true);
    // Who asks for all of them is told.
    const listed = await orThrow(contexts.list());
    expect(listed.map(({ taskId, damaged }) => [taskId, damaged !== undefined])).toEqual([
      ['A', true],
      ['B', false],
      ['C', true],
      ['D', true],
    ]);
  });

  test('gives one task at a time, the oldest first, and goes on with what a session has', async () => {
    const given = await world(['B', 'A', 'C']);
    const { queue } = open(given);
    expect(await take(queue, 'run-1')).toMatchObject({ how: 'claimed', task: { taskId: 'B' } });
    // The process is started again: same session, nothing else known.
    expect(await take(open(given).queue, 'run-1')).toMatchObject({ how: 'resumed', task: { taskId: 'B' } });
    expect(await take(queue, 'run-2')).toMatchObject({
      how: 'claimed',
      task: { taskId: 'A' },
      held: [{ taskId: 'B' }],
    });
    await finish(given, 'B', 'run-1');
    expect(await take(queue, 'run-1')).toMatchObject({ how: 'claimed', task: { taskId: 'C' } });
    expect(await take(queue, 'run-3')).toMatchObject({
      how: 'nothing',
      task: null,
      held: [{ taskId: 'A' }, { taskId: 'C' }],
    });
  });

  test('a task that was given back goes behind those that wait', async () => {
    const given = await world(['A', 'B', 'C']);
    const { queue, protocol } = open(given);
    const order: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const { task } = await take(queue, 'run-1');
      order.push(task?.taskId ?? '');
      given.clock.advance(MINUTE);
      await orThrow(protocol.release(task?.taskId ?? '', caller('run-1')));
    }
    expect(order).toEqual(['A', 'B', 'C', 'A', 'B', 'C']);
  });

  test('takes only what is asked for: by phase, type and name; a dependency that is open blocks', async () => {
    const areas = {
      'T-1': 'phase 1 parser',
      'T-2': 'Phase-2 security',
      'T-3': 'phase 2 docs',
      'phase-1-x': 'security',
    };
    const given = await world(Object.keys(areas), { areas });
    const { queue } = open(given, { 'T-2': ['T-3'] });
    const free = async (filter: object) => {
      const whole = { phases: [], types: [], names: [], ...filter };
      return (await orThrow(queue.look({ session: 'x', filter: whole }))).free.map(({ taskId }) => taskId);
    };
    expect(await free({})).toEqual(['T-1', 'T-2', 'T-3', 'phase-1-x']);
    expect(await free({ phases: ['1'] })).toEqual(['T-1', 'phase-1-x']);
    expect(await free({ types: ['security', 'docs'] })).toEqual(['T-2', 'T-3', 'phase-1-x']);
    expect(await free({ phases: ['2'], types: ['security'] })).toEqual(['T-2']);
    expect(await free({ names: ['title of t-3', 'T-1'] })).toEqual(['T-1', 'T-3']);
    const filter = { phases: ['2'], types: [], names: [] };
    expect(await orThrow(queue.take({ ...caller('run-1'), filter }))).toMatchObject({
      task: { taskId: 'T-3' },
      blocked: [{ taskId: 'T-2' }],
    });
    expect(await orThrow(queue.take({ ...caller('run-2'), filter }))).toMatchObject({
      task: null,
      blocked: [{ taskId: 'T-2', reason: expect.stringContaining('T-3') as string }],
    });
  });

  test('two processes in the name of one session end up with one task', async () => {
    const given = await world(['A', 'B']);
    await Promise.all([take(open(given).queue, 'run-1'), take(open(given).queue, 'run-1')]);
    const { own } = await orThrow(open(given).queue.look({ session: 'run-1' }));
    expect(own.map(({ taskId }) => taskId)).toEqual(['A']);
  });

  test('a store that cannot be read is not an empty queue', async () => {
    const given = await world(['A']);
    const tasks = createMemoryTaskStore({ faults: [{ at: 1, op: 'read', when: 'before', as: 'error' }] });
    const contexts = createContextStore({ tasks });
    const failing = createTaskQueue({
      tasks: { ...given.tasks, read: (id) => tasks.read(id) },
      protocol: createTaskProtocol({ tasks }),
    });
    const result = await failing.take(caller('run-1'));
    expect(result.isErr() && result.error.code).toBe('StorageFailure');
    expect((await orThrow(contexts.list())).length).toBe(0);
  });
});

describe('several orchestrators on one store', () => {
  test('never have the same task, do every task once, whatever crashes', async () => {
    const fault = fc.record({
      at: fc.integer({ min: 8, max: 60 }),
      op: fc.constant('commit' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
      as: fc.constantFrom('crash' as const, 'error' as const, 'conflict' as const),
    });
    const runs = fc.record({
      faults: fc.uniqueArray(fault, { maxLength: 4, selector: ({ at }) => at }),
      orchestrators: fc.integer({ min: 2, max: 4 }),
      giveBack: fc.array(fc.boolean(), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(runs, async ({ faults, orchestrators, giveBack }) => {
        const ids = ['T-1', 'T-2', 'T-3', 'T-4', 'T-5', 'T-6', 'T-7'];
        const given = await world(ids, { faults });
        const gifts = [...giveBack];
        const crashed = new Set<unknown>();

        /** One orchestrator: started again with the same session whenever it dies. */
        async function orchestrate(session: string): Promise<void> {
          for (let rounds = 0; rounds < 100; rounds += 1) {
            try {
              const { queue, protocol } = open(given);
              const { task, how, held } = await take(queue, session);
              given.clock.advance(1);
              if (task === null && held.length === 0) return;
              if (task === null) {
                await new Promise((resolve) => setImmediate(resolve));
                continue;
              }
              if (how === 'claimed' && gifts.pop() === true)
                await orThrow(protocol.release(task.taskId, caller(session)));
              else await finish(given, task.taskId, session);
            } catch (error) {
              crashed.add(error);
            }
          }
          throw new Error(`${session} never comes to an end: ${String([...crashed].at(-1))}`);
        }
        await Promise.all(Array.from({ length: orchestrators }, (_, index) => orchestrate(`run-${index}`)));

        for (const id of ids) {
          const { entries } = await orThrow(open(given).contexts.trail(id));
          let owner: string | null = null;
          let finished = 0;
          for (const { event, session } of entries) {
            if (event.type === 'task-claimed') {
              expect(owner).toBeNull();
              owner = event.owner.session;
            } else if (event.type === 'task-released') {
              expect(session).toBe(owner);
              owner = null;
            } else if (event.type === 'task-abandoned') {
              expect(session).toBe(owner);
              finished += 1;
            }
          }
          expect({ id, finished }).toEqual({ id, finished: 1 });
        }
      }),
      { numRuns: Number(process.env['QUEUE_RUNS'] ?? 25) },
    );
  }, 60_000);

  test('nobody waits for ever: between two turns of one task every other free one has its turn', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('take', 'give-back', 'arrive'), { maxLength: 40 }), async (steps) => {
        const given = await world(['T-0', 'T-1', 'T-2']);
        const { queue, protocol, contexts } = open(given);
        const turns: { readonly taskId: string; readonly waiting: readonly string[] }[] = [];
        let arrived = 3;
        for (const step of steps) {
          given.clock.advance(MINUTE);
          const { own, free } = await orThrow(queue.look({ session: 'run-1' }));
          if (step === 'arrive') {
            const git = { head: null, task_file_sha: null };
            await orThrow(contexts.init(`T-${arrived++}`, { actor: 'ada', git, immutable: sampleInit.immutable }));
          } else if (step === 'give-back' && own[0] !== undefined) {
            await orThrow(protocol.release(own[0].taskId, caller('run-1')));
          } else if (step === 'take' && own.length === 0) {
            const { task } = await take(queue, 'run-1');
            turns.push({ taskId: task?.taskId ?? '', waiting: free.map(({ taskId }) => taskId) });
          }
        }
        turns.forEach(({ taskId }, again) => {
          const before = turns.findLastIndex((turn, index) => index < again && turn.taskId === taskId);
          if (before === -1) return;
          const between = turns.slice(before + 1, again).map((turn) => turn.taskId);
          for (const other of turns[before]?.waiting.filter((id) => id !== taskId) ?? [])
            expect(between).toContain(other);
        });
      }),
      { numRuns: 25 },
    );
  });
});
