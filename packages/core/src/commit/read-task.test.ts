import { coreMachine } from '../machine/core-machine.ts';
import type { CommandInput, TaskRecord } from '../machine/core-machine.ts';
import { createManualClock, createMemoryTaskStore } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { sampleInit } from '../machine/sample-task.fixture.ts';
import { orThrow } from '../result/or-throw.ts';
import { EMPTY_CHAIN } from '../audit/chain-anchor.ts';
import { openTask } from './open-task.ts';
import { readTask, readTaskToPurge } from './read-task.ts';
import { createTaskCommitter } from './task-committer.ts';

const TASK = 'TASK-1';
const options = { actor: 'ada' };

async function initialized() {
  const tasks = createMemoryTaskStore();
  const committer = createTaskCommitter<TaskRecord, CommandInput>({
    tasks,
    machine: coreMachine,
    clock: createManualClock(),
    policy: {},
  });
  const { record } = await orThrow(committer.commit({ taskId: TASK, command: sampleInit, options }));
  return { tasks, committer, record };
}

/** Puts a body and an audit into the store, past all that would refuse them. */
async function forge(tasks: TaskStore, body: string | null, audit: readonly string[]): Promise<void> {
  const { revision } = await orThrow(tasks.read(TASK));
  await orThrow(tasks.commit({ id: TASK, expected: revision, operationId: 'vandal', body, audit, artifacts: [] }));
}

async function lastEntry(tasks: TaskStore): Promise<AuditEntry> {
  const { revision } = await orThrow(tasks.read(TASK));
  const [page] = await orThrow(tasks.readAudit(TASK, { afterRevision: revision - 1, limit: 1 }));
  return JSON.parse(page?.lines.at(-1) ?? '') as AuditEntry;
}

describe('the state of a task', () => {
  test('that never was is empty', async () => {
    expect(await orThrow(readTask({ tasks: createMemoryTaskStore(), machine: coreMachine }, TASK))).toEqual({
      ...{ record: null, revision: 0, anchor: EMPTY_CHAIN },
    });
  });

  test('is its record, with the anchor that the record holds', async () => {
    const { tasks, record } = await initialized();
    const state = await orThrow(readTask({ tasks, machine: coreMachine }, TASK));
    expect(state).toEqual({ record, revision: 1, anchor: record.audit });
    expect(await orThrow(readTaskToPurge({ tasks, machine: coreMachine }, TASK))).toEqual(state);
  });

  test('that was purged has the anchor that its audit tells', async () => {
    const { tasks, committer } = await initialized();
    await orThrow(committer.purge(TASK, options));
    const { seq, hash } = await lastEntry(tasks);
    const state = { record: null, revision: 2, anchor: { count: seq, head: hash } };
    expect(seq).toBe(2);
    expect(await orThrow(readTask({ tasks, machine: coreMachine }, TASK))).toEqual(state);
    expect(await orThrow(readTaskToPurge({ tasks, machine: coreMachine }, TASK))).toEqual(state);
  });

  test('that cannot be read says why to a purge, with the anchor that its audit tells', async () => {
    const { tasks } = await initialized();
    await forge(tasks, '{"version":99}', [JSON.stringify({ seq: 9, hash: 'a'.repeat(64) })]);
    expect(await orThrow(readTaskToPurge({ tasks, machine: coreMachine }, TASK))).toEqual({
      ...{ record: null, revision: 2, anchor: { count: 9, head: 'a'.repeat(64) }, unreadable: 'UnsupportedVersion' },
    });
  });
});

describe('a task that cannot be read', () => {
  test('is named in the message, and the data say where', async () => {
    const { tasks } = await initialized();
    await forge(tasks, '{', []);
    const corrupt = (await readTask({ tasks, machine: coreMachine }, TASK))._unsafeUnwrapErr();
    expect(corrupt).toMatchObject({
      ...{ code: 'Corrupt', data: { id: TASK, where: 'record', reason: 'it is not JSON' } },
    });
    expect(corrupt.message).toMatch(/^TASK-1: The stored record cannot be read: it is not JSON\./);
    expect(corrupt.cause).toBeInstanceOf(SyntaxError);
    await forge(tasks, '{"version":99}', []);
    const newer = (await readTask({ tasks, machine: coreMachine }, TASK))._unsafeUnwrapErr();
    expect(newer).toMatchObject({
      ...{ code: 'UnsupportedVersion', data: { unmet: [{ condition: 'version-supported' }] } },
    });
    expect(newer.message).toMatch(/^TASK-1: The record has version 99/);
  });

  test.each([
    ['no line', []],
    ['a line that is no JSON', ['{"seq":']],
    ['a line without a hash', ['{"seq":7}']],
    ['a line whose number is text', [`{"seq":"7","hash":"${'a'.repeat(64)}"}`]],
  ])('for want of an audit, because its last entry is %s', async (_, audit) => {
    const { tasks } = await initialized();
    await forge(tasks, null, audit);
    expect((await readTask({ tasks, machine: coreMachine }, TASK))._unsafeUnwrapErr()).toMatchObject({
      code: 'Corrupt',
      message:
        'The audit of TASK-1 ends without a readable entry for revision 2. Nothing was changed; restore the audit from a backup.',
      data: { id: TASK, where: 'audit', reason: 'last entry unreadable' },
    });
  });
});

test('a task that must have a record and has none is ContextNotFound, with the way to get one', async () => {
  const { tasks, record } = await initialized();
  expect(await orThrow(openTask({ tasks, machine: coreMachine }, TASK))).toBe(record);
  expect((await openTask({ tasks, machine: coreMachine }, 'TASK-2'))._unsafeUnwrapErr()).toMatchObject({
    code: 'ContextNotFound',
    message: 'TASK-2 has no context. Call init first, or check the task id.',
    data: { unmet: [{ condition: 'context-exists' }] },
  });
  await orThrow(
    createTaskCommitter<TaskRecord, CommandInput>({
      tasks,
      machine: coreMachine,
      clock: createManualClock(),
      policy: {},
    }).purge(TASK, { actor: 'ada' }),
  );
  expect((await openTask({ tasks, machine: coreMachine }, TASK))._unsafeUnwrapErr()).toMatchObject({
    code: 'ContextNotFound',
    message:
      'TASK-1 has no context any more: it went with revision 2, completed or purged. The audit stays; init starts the task anew.',
  });
});
