import { taskStoreSuite } from '@batonkit/conformance';
import { orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { createManualClock } from './manual-clock.ts';
import { createMemoryTaskStore } from './memory-task-store.ts';
import { SimulatedCrash, type ScriptedFault } from './scripted-faults.ts';

describe('conformance', () => taskStoreSuite({ test, createStore: () => ({ store: createMemoryTaskStore() }) }));

describe('scripted faults', () => {
  const commit = { id: 'TASK-1', expected: 0, operationId: 'op-1', body: 'body', audit: ['line'], artifacts: [] };
  const fault = (changes: Partial<ScriptedFault>): ScriptedFault => ({
    at: 1,
    op: 'commit',
    when: 'before',
    as: 'error',
    ...changes,
  });

  test('an error before a commit changes nothing', async () => {
    const store = createMemoryTaskStore({ faults: [fault({})] });
    expect((await store.commit(commit))._unsafeUnwrapErr()).toMatchObject({
      code: 'StorageFailure',
      data: { operation: 'commit', reason: 'scripted fault' },
    });
    expect((await orThrow(store.read('TASK-1'))).revision).toBe(0);
    expect((await orThrow(store.commit(commit))).revision).toBe(1);
  });

  test('an error after a commit loses only the answer, and repeating the commit tells', async () => {
    const store = createMemoryTaskStore({ faults: [fault({ when: 'after' })] });
    expect((await store.commit(commit))._unsafeUnwrapErr().code).toBe('OutcomeUnknown');
    expect(await orThrow(store.commit(commit))).toEqual({ revision: 1, replayed: true });
  });

  test.each([
    { when: 'before', revision: 0 },
    { when: 'after', revision: 1 },
  ] as const)('a crash $when a commit kills the caller and keeps the data', async ({ when, revision }) => {
    const store = createMemoryTaskStore({ faults: [fault({ when, as: 'crash' })] });
    const crash = await store.commit(commit).then(
      () => null,
      (error: unknown) => error,
    );
    expect(crash).toBeInstanceOf(SimulatedCrash);
    expect(String(crash)).toBe(`SimulatedCrash: Simulated crash ${when} commit 1`);
    expect((await orThrow(store.read('TASK-1'))).revision).toBe(revision);
  });

  test('a conflict is answered without a rival, and tells where the task is', async () => {
    const store = createMemoryTaskStore({
      faults: [
        fault({ as: 'conflict' }),
        fault({ at: 3, as: 'conflict', when: 'after' }),
        fault({ op: 'read', as: 'conflict' }),
      ],
    });
    const conflictOf = async (expected: number) =>
      (await store.commit({ ...commit, expected, operationId: `op-${expected}` }))._unsafeUnwrapErr();
    expect(await conflictOf(0)).toMatchObject({ code: 'Conflict', data: { id: 'TASK-1', expected: 0, found: 0 } });
    await orThrow(store.commit(commit));
    expect(await conflictOf(1)).toMatchObject({ code: 'Conflict', data: { id: 'TASK-1', expected: 1, found: 2 } });
    expect((await store.read('TASK-1'))._unsafeUnwrapErr().data).toEqual({ id: 'TASK-1', expected: 0, found: 2 });
  });

  test('an error after a read or a stored artifact is a StorageFailure: there is no outcome to ask for', async () => {
    const store = createMemoryTaskStore({
      faults: [
        fault({ op: 'read', when: 'after' }),
        fault({ op: 'putArtifact', when: 'after' }),
        fault({ at: 2, op: 'putArtifact', as: 'conflict' }),
      ],
    });
    const bytes = new Uint8Array([1]);
    expect((await store.read('TASK-1'))._unsafeUnwrapErr().data).toEqual({
      operation: 'read',
      reason: 'scripted fault',
    });
    expect((await store.putArtifact('TASK-1', bytes))._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect((await store.putArtifact('TASK-1', bytes))._unsafeUnwrapErr().data).toMatchObject({ id: 'TASK-1' });
  });

  test('faults strike the call they name, counted per operation', async () => {
    const store = createMemoryTaskStore({
      faults: [fault({ op: 'read', at: 2 }), fault({ op: 'putArtifact', at: 1 })],
    });
    expect((await store.read('TASK-1')).isOk()).toBe(true);
    expect((await store.read('TASK-1')).isErr()).toBe(true);
    expect((await store.read('TASK-1')).isOk()).toBe(true);
    expect((await store.putArtifact('TASK-1', new Uint8Array([1]))).isErr()).toBe(true);
    expect((await store.putArtifact('TASK-1', new Uint8Array([1]))).isOk()).toBe(true);
  });
});

test('a sweep goes by the clock it was given', async () => {
  const clock = createManualClock();
  const store = createMemoryTaskStore({ clock });
  await orThrow(store.putArtifact('TASK-1', new Uint8Array([1])));
  clock.advance(999);
  expect(await orThrow(store.sweep({ olderThanMs: 1000 }))).toEqual({ removed: 0 });
  clock.advance(1);
  expect(await orThrow(store.sweep({ olderThanMs: 1000 }))).toEqual({ removed: 1 });
});
