import { coreMachine } from '../machine/core-machine.ts';
import type { CommandInput, TaskRecord } from '../machine/core-machine.ts';
import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { storeErrors } from '../ports/store-errors.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { sampleInit } from '../machine/sample-task.fixture.ts';
import { failure } from '../result/failure.ts';
import { orThrow } from '../result/or-throw.ts';
import { err, errAsync, ok } from '../result/result.ts';
import { newOperationId } from './new-operation-id.ts';
import { createTaskCommitter, type CommitterPorts, type CommitRequest } from './task-committer.ts';

const TASK = 'TASK-1';
const ada = { actor: 'ada' };
const start: CommandInput = { type: 'start-turn', role: 'implementer' };

function committerOn(tasks: TaskStore, more: Partial<CommitterPorts<TaskRecord>> = {}) {
  const clock = createManualClock({ start: 0 });
  return {
    clock,
    committer: createTaskCommitter<TaskRecord, CommandInput>({
      tasks,
      machine: coreMachine,
      clock,
      policy: {},
      ...more,
    }),
  };
}

/** Whoever commits is always too late; what they tried to commit. */
function busyStore(tasks: TaskStore) {
  const tried: Parameters<TaskStore['commit']>[0][] = [];
  const commit: TaskStore['commit'] = (given) => {
    tried.push(given);
    return errAsync(storeErrors.conflict(given.id, given.expected, given.expected + 1));
  };
  return { tried, tasks: { ...tasks, commit } };
}

const init = (
  more: Partial<CommitRequest<never, TaskRecord, CommandInput>> = {},
): CommitRequest<never, TaskRecord, CommandInput> => ({
  ...{ taskId: TASK, command: sampleInit, options: ada },
  ...more,
});

async function lastEntry(tasks: TaskStore): Promise<AuditEntry> {
  const { revision } = await orThrow(tasks.read(TASK));
  const [page] = await orThrow(tasks.readAudit(TASK, { afterRevision: revision - 1, limit: 1 }));
  return JSON.parse(page?.lines.at(-1) ?? '') as AuditEntry;
}

describe('who is always too late', () => {
  afterEach(() => vi.restoreAllMocks());

  test('tries for ten seconds, in pauses that double up to 50 ms, under one name', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { tried, tasks } = busyStore(createMemoryTaskStore());
    const { clock, committer } = committerOn(tasks);
    const error = (await committer.commit(init()))._unsafeUnwrapErr();
    expect([clock.now(), tried.length]).toEqual([2 + 4 + 8 + 16 + 32 + 199 * 50, 205]);
    expect(new Set(tried.map(({ operationId }) => operationId)).size).toBe(1);
    expect(error).toMatchObject({
      code: 'Conflict',
      message: `TASK-1: others kept changing the task, and after ${tried.length} attempts nothing was written. Try again when it is quieter.`,
      data: { id: TASK, expected: 0, found: 1 },
      cause: { code: 'Conflict' },
    });
  });

  test('tries once when no time is given, and every call has another name for the store, whatever its caller calls it', async () => {
    const { tried, tasks } = busyStore(createMemoryTaskStore());
    const { clock, committer } = committerOn(tasks, { policy: { retryForMs: 0 } });
    expect((await committer.commit(init()))._unsafeUnwrapErr().message).toContain('after 1 attempts');
    for (const options of [ada, { ...ada, operationId: 'op-1' }]) {
      expect((await committer.commit(init({ options }))).isErr()).toBe(true);
    }
    expect(clock.now()).toBe(0);
    expect(tried.map(({ operationId }) => operationId.length)).toEqual([32, 32, 32]);
    expect(new Set(tried.map(({ operationId }) => operationId)).size).toBe(3);
  });

  test('waits a moment at first', async () => {
    const tasks = createMemoryTaskStore({ faults: [{ at: 1, op: 'commit', when: 'before', as: 'conflict' }] });
    const { clock, committer } = committerOn(tasks);
    await orThrow(committer.commit(init()));
    expect([1, 2]).toContain(clock.now());
  });

  test('any other failure is told at once', async () => {
    const tasks = createMemoryTaskStore({ faults: [{ at: 1, op: 'commit', when: 'before', as: 'error' }] });
    const { clock, committer } = committerOn(tasks);
    expect((await committer.commit(init()))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect(clock.now()).toBe(0);
  });
});

describe('the audit says', () => {
  const given = 'a'.repeat(40);
  const looked = 'b'.repeat(40);

  test.each<
    [
      string,
      Partial<CommitRequest<never, TaskRecord, CommandInput>>,
      Partial<CommitterPorts<TaskRecord>>,
      string | null,
    ]
  >([
    ['the HEAD that the caller saw', { head: given }, { readHead: () => Promise.resolve(looked) }, given],
    ['the HEAD there is', {}, { readHead: () => Promise.resolve(looked) }, looked],
    ['no HEAD where nobody knows', {}, { readHead: () => Promise.resolve(null) }, null],
    ['no HEAD where nobody looks', {}, {}, null],
  ])('%s', async (_, request, ports, head) => {
    const tasks = createMemoryTaskStore();
    await orThrow(committerOn(tasks, ports).committer.commit(init(request)));
    expect(await lastEntry(tasks)).toMatchObject({ head, session: null, actor: 'ada', at: '1970-01-01T00:00:00.000Z' });
  });

  test('which run it was', async () => {
    const tasks = createMemoryTaskStore();
    await orThrow(committerOn(tasks).committer.commit(init({ options: { ...ada, session: 's-1' } })));
    expect((await lastEntry(tasks)).session).toBe('s-1');
  });
});

describe('what a write brings with it', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);

  test('is stored before the record names it, or nothing is written', async () => {
    const sound = createMemoryTaskStore();
    const full = failure('StorageFailure', 'No space is left.', { operation: 'putArtifact', reason: 'disk-full' });
    const putArtifact: TaskStore['putArtifact'] = () => errAsync(full);
    const { committer } = committerOn({ ...sound, putArtifact });
    expect((await committer.commit(init({ artifacts: [text('a')] })))._unsafeUnwrapErr()).toEqual(full);
    expect((await orThrow(sound.read(TASK))).revision).toBe(0);
  });

  test('is looked up again for the record as it is then', async () => {
    const tasks = createMemoryTaskStore({ faults: [{ at: 2, op: 'commit', when: 'before', as: 'conflict' }] });
    const stored: string[] = [];
    const putArtifact: TaskStore['putArtifact'] = (id, bytes) => {
      stored.push(new TextDecoder().decode(bytes));
      return tasks.putArtifact(id, bytes);
    };
    const { committer } = committerOn({ ...tasks, putArtifact });
    await orThrow(committer.commit(init()));
    const seen: (TaskRecord | null)[] = [];
    const gather: CommitRequest<never, TaskRecord>['gather'] = (record) => {
      seen.push(record);
      return Promise.resolve(ok({ facts: {}, artifacts: [text(`look ${seen.length}`)] }));
    };
    const { record } = await orThrow(
      committer.commit({ taskId: TASK, command: start, options: ada, artifacts: [text('given')], gather }),
    );
    expect(seen.map((before) => before?.coordination['implementer']?.status)).toEqual(['pending', 'pending']);
    expect(stored).toEqual(['given', 'look 1', 'given', 'look 2']);
    expect(record.coordination['implementer']?.status).toBe('in_progress');
  });

  test('is not to be had: that is the answer, and nothing is written', async () => {
    const tasks = createMemoryTaskStore();
    const { committer } = committerOn(tasks);
    const missing = failure('SourceMissing', 'It is gone.', {});
    const answer = await committer.commit<typeof missing>({ ...init(), gather: () => Promise.resolve(err(missing)) });
    expect(answer._unsafeUnwrapErr()).toBe(missing);
    expect((await orThrow(tasks.read(TASK))).revision).toBe(0);
  });
});

describe('a committer', () => {
  test('tells what it wrote, and the same when there was nothing to write', async () => {
    const { committer } = committerOn(createMemoryTaskStore());
    const first = await orThrow(committer.commit(init()));
    expect(first).toMatchObject({ revision: 1, warnings: [] });
    const block: CommandInput = { type: 'block-role', role: 'reviewer', finding: 'red' };
    const blocked = await orThrow(committer.commit(init({ command: block })));
    expect(await orThrow(committer.commit(init({ command: block })))).toEqual(blocked);
  });

  test('decides without writing', async () => {
    const tasks = createMemoryTaskStore();
    const { committer } = committerOn(tasks);
    const { record } = await orThrow(committer.commit(init()));
    expect(committer.decide(record, start, ada)._unsafeUnwrap()).toEqual([
      { type: 'role-started', role: 'implementer' },
    ]);
    expect((await orThrow(tasks.read(TASK))).revision).toBe(1);
  });

  test('purges once, for a reason that the audit keeps', async () => {
    const tasks = createMemoryTaskStore();
    const { committer } = committerOn(tasks);
    const nothing = { record: null, revision: 0, purged: false, replayed: false, warnings: [] };
    expect(await orThrow(committer.purge(TASK, ada))).toEqual(nothing);
    await orThrow(committer.commit(init()));
    expect(await orThrow(committer.purge(TASK, ada, 'done'))).toEqual({ ...nothing, revision: 2, purged: true });
    expect((await lastEntry(tasks)).event).toEqual({ type: 'context-purged', reason: 'done' });
    expect(await orThrow(committer.purge(TASK, ada))).toEqual({ ...nothing, revision: 2 });
  });

  test.each(['', 'x'.repeat(129), 'a b', 'é', 7 as never])(
    'refuses the operation id %j by its rule',
    async (operationId) => {
      const { committer } = committerOn(createMemoryTaskStore());
      expect((await committer.commit(init({ options: { ...ada, operationId } })))._unsafeUnwrapErr()).toMatchObject({
        ...{ code: 'InvalidInput', message: 'An operation id must be 1 to 128 visible ASCII characters.' },
        data: { unmet: [{ condition: '/operationId' }] },
      });
    },
  );

  test.each(['!', '~', 'x'.repeat(128)])('takes the operation id %j', async (operationId) => {
    const { committer } = committerOn(createMemoryTaskStore());
    expect((await committer.commit(init({ options: { ...ada, operationId } }))).isOk()).toBe(true);
  });
});

describe('a new operation id', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('is 32 hex digits, another each time', () => {
    const ids = Array.from({ length: 50 }, newOperationId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(50);
  });

  test('is made of the random bytes of the runtime', () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) });
    expect(newOperationId()).toBe('07'.repeat(16));
  });

  test.each([undefined, {}])('is made without them where crypto is %j', (crypto) => {
    vi.stubGlobal('crypto', crypto);
    const ids = Array.from({ length: 50 }, newOperationId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(50);
    // All values of a byte occur, also the highest.
    expect(new Set(ids.join('').match(/../g)).size).toBeGreaterThan(200);
  });
});
