import { coreMachine } from '../machine/core-machine.ts';
import { describe, expect, test } from 'vitest';
import { EMPTY_CHAIN } from '../audit/chain-anchor.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { CommandInput } from '../machine/core-machine.fixture.ts';
import { readRecord } from '../machine/core-machine.fixture.ts';
import { sampleEnv, sampleImmutable, sampleInit } from '../machine/sample-task.fixture.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { MAX_RECORD_BYTES, prepareCommit, type Intent, type Prepared } from './prepare-commit.ts';
import type { FoundTask } from './read-task.ts';

const nothingYet: FoundTask = { record: null, revision: 0, anchor: EMPTY_CHAIN };
const silent = { operationId: null, artifacts: [], scanSecrets: () => [], forceSecrets: false };
const intend = (command: CommandInput, more: Partial<Intent> = {}): Intent => ({
  ...{ taskId: 'TASK-1', command, env: sampleEnv, ...silent },
  ...more,
});

type Write = Extract<Prepared, { kind: 'write' }>;

function written(state: FoundTask, intent: Intent): Write {
  const prepared = prepareCommit(coreMachine, state, intent)._unsafeUnwrap();
  if (prepared.kind !== 'write') throw new Error('nothing to write');
  return prepared;
}

/** The state that a write leaves. */
function then(state: FoundTask, command: CommandInput, more: Partial<Intent> = {}): FoundTask {
  const { record } = written(state, intend(command, more));
  if (record === null) throw new Error('purged');
  return { record, revision: state.revision + 1, anchor: record.audit };
}

const started = then(nothingYet, sampleInit);
const start: CommandInput = { type: 'start-turn', role: 'implementer' };
const entriesOf = ({ audit }: Write): AuditEntry[] => audit.map((line) => JSON.parse(line) as AuditEntry);

describe('a write', () => {
  test('holds the body that is read back as its record, and audit lines that go on where the chain ended', () => {
    const write = written(started, intend(start, { operationId: 'op-1' }));
    expect(readRecord(write.body ?? '')._unsafeUnwrap()).toEqual(write.record);
    expect(write.audit.every((line) => !line.includes('\n'))).toBe(true);
    const entries = entriesOf(write);
    expect(entries.map(({ seq, revision, event }) => [seq, revision, event.type])).toEqual([
      [2, 2, 'role-started'],
      [3, 2, 'operation-recorded'],
    ]);
    expect(entries[0]?.prev).toBe(started.anchor.head);
    expect(write.record?.audit).toMatchObject({ count: 3, head: entries[1]?.hash, last_actor: 'ada' });
  });

  test('is nothing where all is so already, whatever it holds', () => {
    const block: CommandInput = { type: 'block-role', role: 'reviewer', finding: 'red' };
    const blocked = then(started, block);
    const again = intend(block, { scanSecrets: () => [{ rule: 'sample', path: '/finding' }] });
    expect(prepareCommit(coreMachine, blocked, again)._unsafeUnwrap()).toEqual({
      kind: 'nothing',
      record: blocked.record,
    });
  });

  test('of a purge keeps no body and no artifacts', () => {
    const purge = written(started, intend({ type: 'purge-context', reason: 'done' }));
    expect(purge).toMatchObject({ kind: 'write', record: null, body: null, artifacts: [] });
    expect(entriesOf(purge).map(({ event }) => event)).toEqual([{ type: 'context-purged', reason: 'done' }]);
    const named = written(started, intend({ type: 'purge-context' }, { operationId: 'op-1' }));
    expect(named).toMatchObject({ record: null, body: null, artifacts: [] });
    expect(entriesOf(named).map(({ event }) => event.type)).toEqual(['context-purged', 'operation-recorded']);
  });

  test.each([
    [undefined, 'purged on request; unreadable: Corrupt'],
    ['broken', 'broken; unreadable: Corrupt'],
  ])('of a purge of what cannot be read says so (%s)', (reason, expected) => {
    const state: FoundTask = { ...nothingYet, revision: 3, anchor: started.anchor, unreadable: 'Corrupt' };
    const [entry] = entriesOf(written(state, intend({ type: 'purge-context', reason })));
    expect(entry).toMatchObject({ seq: 2, revision: 4, event: { type: 'context-purged', reason: expected } });
  });

  test('that is no purge cannot be made of what cannot be read', () => {
    const state: FoundTask = { ...nothingYet, revision: 3, anchor: started.anchor, unreadable: 'Corrupt' };
    expect(prepareCommit(coreMachine, state, intend(start))._unsafeUnwrapErr().code).toBe('ContextNotFound');
  });

  test('that looks like a secret is refused with every place, or audited before its operation', () => {
    const scanSecrets = () => [{ rule: 'sample', path: '/role' }];
    const refused = prepareCommit(coreMachine, started, intend(start, { scanSecrets }))._unsafeUnwrapErr();
    const found = { rule: 'sample', path: '/role' };
    expect(refused).toMatchObject({
      code: 'SecretFound',
      message:
        'TASK-1: nothing was written, because it looks like a secret at /role (sample). Remove it, or pass forceSecrets if it is none; the audit will say so.',
      data: { findings: [found, found] },
    });
    const forced = written(started, intend(start, { scanSecrets, forceSecrets: true, operationId: 'op-1' }));
    expect(entriesOf(forced).map(({ event }) => event)).toMatchObject([
      { type: 'role-started' },
      { type: 'secrets-forced', findings: [found, found] },
      { type: 'operation-recorded' },
    ]);
    const plain = written(started, intend(start, { forceSecrets: true }));
    expect(entriesOf(plain).map(({ event }) => event.type)).toEqual(['role-started']);
  });

  test('fits to the byte, and one byte more does not', () => {
    const sized = (length: number): Intent => {
      // Two bytes each in UTF-8: what counts is bytes, not characters.
      const description = `${'ü'.repeat(Math.floor(length / 2))}${'x'.repeat(length % 2)}`;
      const task_snapshot = { ...sampleImmutable.task_snapshot, description };
      return intend({ ...sampleInit, immutable: { ...sampleImmutable, task_snapshot } });
    };
    const empty = new TextEncoder().encode(written(nothingYet, sized(0)).body ?? '').length;
    const room = MAX_RECORD_BYTES - empty;
    expect(new TextEncoder().encode(written(nothingYet, sized(room)).body ?? '').length).toBe(MAX_RECORD_BYTES);
    expect(prepareCommit(coreMachine, nothingYet, sized(room + 1))._unsafeUnwrapErr()).toMatchObject({
      code: 'RecordTooLarge',
      message:
        'TASK-1: the record would have 262145 bytes, and 262144 is the limit. Nothing was written. Its largest part is immutable with 260972 bytes: add less to it, or go on in another task.',
      data: { id: 'TASK-1', bytes: 262_145, limit: 262_144 },
    });
  });
});

describe('an operation id', () => {
  const named = { operationId: 'op-1' };

  test('is remembered with what was asked for, and not where none was given', () => {
    expect(then(started, start, named).record?.operations.map(({ id }) => id)).toEqual(['op-1']);
    expect(then(started, start).record?.operations).toEqual([]);
  });

  test('of a command that is no JSON is refused as the command is', () => {
    const command = { type: 'block-role', role: 'reviewer', finding: 7n } as never;
    expect(prepareCommit(coreMachine, started, intend(command, named))._unsafeUnwrapErr().code).toBe('InvalidInput');
  });
});

test('what is scanned for secrets: the labels, every event, and artifacts byte by byte', () => {
  const seen: unknown[] = [];
  const scanSecrets: Intent['scanSecrets'] = (value) => {
    seen.push(value);
    return value === started.record ? [] : typeof value === 'string' ? [{ rule: 'r', path: '' }] : [];
  };
  const bytes = new Uint8Array(20_000).fill(120);
  bytes.set([0xe9, 0xff, 0], 8191);
  const artifacts = [bytes];
  const refused = prepareCommit(coreMachine, started, intend(start, { scanSecrets, artifacts }))._unsafeUnwrapErr();
  expect(refused.data).toEqual({ findings: [{ rule: 'r', path: '/content' }] });
  expect(seen).toHaveLength(3);
  expect(seen[0]).toEqual({ taskId: 'TASK-1', actor: 'ada', session: 'session-1' });
  expect(seen[1]).toEqual({ type: 'role-started', role: 'implementer' });
  const text = `${'x'.repeat(8191)}\u00e9\u00ff\0${'x'.repeat(20_000 - 8194)}`;
  expect(sha256Hex(seen[2] as string)).toBe(sha256Hex(text));
});
