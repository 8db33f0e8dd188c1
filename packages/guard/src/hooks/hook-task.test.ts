import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '@batonkit/core/text';
import { decide, evolve } from 'batonkit';
import { nextActions, type ProtocolRecord } from '@batonkit/protocol';
import { sampleEnv, sampleInit } from '../../../core/src/machine/sample-task.fixture.ts';
import { CONTENT_A, envFor, follow, UPDATER } from '../../../protocol/src/slice/protocol-run.fixture.ts';
import { protocolFactsFor, readProtocolWrites } from '../policy/protocol-writes.ts';
import { readHookTask } from './hook-task.ts';

const START = decide(null, sampleInit, sampleEnv)
  ._unsafeUnwrap()
  .reduce<ProtocolRecord | null>((record, event) => evolve(record, event), null);
const at = (state: string): ProtocolRecord => {
  const { record } = follow({ record: START, events: [] }, 'run-1', (one) => one?.protocol?.state === state);
  if (record?.protocol?.state !== state) throw new Error(`The run never reaches ${state}.`);
  return record;
};
const bodyOf = (record: unknown): string => canonicalJson(record);
const taskOf = (record: ProtocolRecord) => readHookTask(record.task_id, bodyOf(record))._unsafeUnwrap();

test('reads a record that was just made', () => {
  expect(START).not.toBeNull();
  const task = START === null ? null : taskOf(START);
  expect(task).toEqual({
    id: START?.task_id,
    title: sampleInit.immutable.task_snapshot.title,
    openTurns: [],
    drifted: [],
    protocol: null,
  });
});

test('reads every record of a run through the protocol, and waits for approval exactly when the protocol does', () => {
  const seen: string[] = [];
  follow({ record: START, events: [] }, 'run-1', (record) => {
    if (record === null) return false;
    const task = taskOf(record);
    if (record.completion !== null) expect(task).toBeNull();
    else {
      expect(task?.protocol?.state ?? null).toBe(record.protocol?.state ?? null);
      const waiting = task?.protocol?.pending.filter(({ isPresented }) => isPresented) ?? [];
      const asked = nextActions(record, envFor(record, 'run-1', CONTENT_A)).filter(
        ({ action }) => action === 'await-approval',
      );
      if (waiting.length > 0)
        seen.push(`${record.protocol?.state} ${waiting.map(({ checkpoint }) => checkpoint).join()}`);
      if (asked.length > 0) expect(waiting).not.toEqual([]);
    }
    return false;
  });
  expect([...new Set(seen)]).toEqual(['SYNTHESIS plan', 'AWAITING_USER_APPROVAL change']);
});

test('knows the agents and their working trees', () => {
  const task = taskOf(at('IMPLEMENTATION'));
  expect(task?.protocol?.agents.find(({ name }) => name === UPDATER)?.worktree).toEqual(expect.any(String));
  expect(task?.protocol?.owner).toBe('run-1');
});

test('what the guard goes by is read as the full record has it, for every agent and at every moment', () => {
  let count = 0;
  follow({ record: START, events: [] }, 'run-1', (record) => {
    const read = record?.completion === null ? (taskOf(record)?.protocol ?? null) : null;
    if (record === null || read === null) return false;
    for (const agent of [null, ...read.agents.map(({ name }) => name)]) {
      expect(protocolFactsFor(read, agent, (tree) => tree)).toEqual(readProtocolWrites(record.protocol, agent));
      count += 1;
    }
    return false;
  });
  expect(count).toBeGreaterThan(10);
});

test('refuses what it does not know', () => {
  const unknown = readHookTask('T', bodyOf({ ...START, version: 2 }))._unsafeUnwrapErr();
  expect(unknown.code).toBe('UnsupportedVersion');
  for (const body of ['', '[]', 'null', '"x"', '{}']) expect(readHookTask('T', body).isErr()).toBe(true);
  const record = at('SYNTHESIS');
  const strange = { ...record, protocol: { ...record.protocol, state: 'LUNCH' } };
  expect(readHookTask('T', bodyOf(strange))._unsafeUnwrapErr().code).toBe('Corrupt');
});

test('a field that guards rely on is never guessed: without it the record is unreadable', () => {
  const record = structuredClone(at('IMPLEMENTATION')) as unknown as Record<string, Record<string, unknown>>;
  const paths = [
    ['version'],
    ['completion'],
    ['coordination'],
    ['protocol'],
    ...['state', 'owner', 'agents', 'checkpoints', 'worktree', 'plan', 'risk'].map((name) => ['protocol', name]),
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.constantFrom(undefined, 7, 'x', true, []),
      ([first = '', second], value) => {
        const broken = structuredClone(record);
        const holder = second === undefined ? (broken as Record<string, unknown>) : (broken[first] ?? {});
        const name = second ?? first;
        // Its name may be any text.
        fc.pre(!(value === 'x' && name === 'worktree'));
        if (value === undefined) delete holder[name];
        else holder[name] = value;
        const read = readHookTask('T', JSON.stringify(broken));
        expect(read.isErr()).toBe(true);
      },
    ),
  );
});
