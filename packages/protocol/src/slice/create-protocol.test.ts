import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { coreSlices, createContextStore, createMachine, orThrow } from '@batonkit/core';
import { canonicalJson } from '@batonkit/core/text';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { insertState } from '../guards/insert-state.ts';
import type { Guard } from '../guards/guard.ts';
import { PROTOCOL_TABLE, type ProtocolTable } from '../guards/protocol-table.ts';
import type { CommandInput, ProtocolRecord } from '../section/protocol-record.ts';
import { protocolDocuments } from '../section/protocol-artifacts.ts';
import { createTaskProtocol } from '../service/task-protocol.ts';
import { nextActions } from '../status/next-actions.ts';
import { renderProtocol } from '../status/render-protocol.ts';
import { machineOf } from './protocol-machine.fixture.ts';
import { protocolMachine } from './protocol-machine.ts';
import { createProtocol } from './protocol-slice.ts';
import { byPerson, commandsFor, envFor } from './protocol-run.fixture.ts';

const reported: Guard = {
  id: 'security-report',
  sentence: 'A security report is attached.',
  action: 'ask-user',
  find: ({ record }) =>
    record.evidence.some(({ type }) => type === 'security-report') ? [] : [{ detail: 'Attach a security report.' }],
};
const inserted = { state: 'SECURITY_CHECK', after: 'REVIEW', before: 'AWAITING_USER_APPROVAL' } as const;
const table = insertState(PROTOCOL_TABLE, { ...inserted, guards: [reported] }) as ProtocolTable;
const machine = machineOf(table);
const report: CommandInput = {
  type: 'attach-evidence',
  evidenceType: 'security-report',
  path: 'security.md',
  sha256: '9'.repeat(64),
  bytes: 9,
};
const stateOf = (record: ProtocolRecord | null): string | undefined => record?.protocol?.state;

function give(record: ProtocolRecord | null, command: CommandInput): ProtocolRecord | null {
  const decided = machine.decide(record, command, byPerson(command, envFor(record)));
  if (decided.isErr()) throw new Error(`${command.type}: ${decided.error.message}`);
  return decided.value.reduce<ProtocolRecord | null>((before, event) => machine.evolve(before, event), record);
}

/** Does what `next` says by the table, until a state is reached or nothing is left; tells the states on the way. */
function follow(until?: string): { readonly record: ProtocolRecord; readonly states: readonly string[] } {
  let record: ProtocolRecord | null = null;
  const states: string[] = [];
  for (let steps = 0; steps < 200; steps += 1) {
    const state = stateOf(record);
    if (state !== undefined && states.at(-1) !== state) states.push(state);
    const [first] = nextActions(record, envFor(record), null, table);
    if (record !== null && (first === undefined || (until !== undefined && state === until))) return { record, states };
    const commands = first!.condition === reported.id ? [report] : commandsFor(first!, record);
    for (const command of commands) record = give(record, command);
  }
  throw new Error('It does not end.');
}

describe('a table with a state and a guard of its own', () => {
  test('is followed from the first claim to the end, the new state included', () => {
    const { record, states } = follow();
    expect(states).toEqual(table.path('HIGH', 'code'));
    expect(states).toContain('SECURITY_CHECK');
    expect(record.completion).not.toBeNull();
    expect(table.path('LOW', 'documentation_only')).not.toContain('SECURITY_CHECK');
  });

  test('refuses the step until its guard is met, and the step over the state altogether', () => {
    const { record: before } = follow('REVIEW');
    const over = machine.decide(before, { type: 'advance', to: 'AWAITING_USER_APPROVAL' }, envFor(before));
    expect(over._unsafeUnwrapErr().data.unmet).toMatchObject([{ condition: 'transition-exists' }]);
    const { record } = follow('SECURITY_CHECK');
    const audited = give(record, { type: 'check-compliance' });
    const refused = machine.decide(audited, { type: 'advance' }, envFor(audited))._unsafeUnwrapErr();
    expect(refused.data.unmet).toEqual([{ condition: 'security-report', detail: 'Attach a security report.' }]);
    expect(stateOf(give(give(audited, report), { type: 'advance' }))).toBe('AWAITING_USER_APPROVAL');
  });

  test('has the ways back of the state before, and the rules that hold there', () => {
    const { record } = follow('SECURITY_CHECK');
    const back: CommandInput = { type: 'return', because: 'plan-fault', note: 'The plan is wrong.', to: 'SYNTHESIS' };
    expect(stateOf(give(record, back))).toBe('SYNTHESIS');
    expect(stateOf(give(record, { type: 'abandon', reason: 'user-request', note: 'Not now.' }))).toBe('CLEANUP');
    const gone = { plan: { presented: null, approved: null }, change: { presented: null, approved: null } };
    const unapproved = { ...record, protocol: { ...record.protocol!, checkpoints: gone } };
    const [audit] = machine.decide(unapproved, { type: 'check-compliance' }, envFor(unapproved))._unsafeUnwrap();
    expect(audit).toMatchObject({
      audit: { verdict: 'FAILED', violations: [{ check: 'approval-without-coverage', way_back: 'SYNTHESIS' }] },
    });
    expect(nextActions(unapproved, envFor(unapproved), null, table)[0]).toMatchObject({
      action: 'return',
      subject: 'SYNTHESIS',
    });
  });

  test('is in the schemas, and its records are read by its machine alone', () => {
    const { record } = follow('SECURITY_CHECK');
    const body = canonicalJson(record);
    expect(canonicalJson(machine.readRecord(body)._unsafeUnwrap())).toBe(body);
    expect(protocolMachine.readRecord(body)._unsafeUnwrapErr().code).toBe('SchemaViolation');
    expect(JSON.stringify(z.toJSONSchema(machine.RecordSchema, { io: 'input' }))).toContain('"SECURITY_CHECK"');
    expect(JSON.stringify(z.toJSONSchema(protocolMachine.RecordSchema, { io: 'input' }))).not.toContain(
      'SECURITY_CHECK',
    );
    const asked = { type: 'advance', to: 'SECURITY_CHECK' };
    expect(machine.CommandSchema.safeParse(asked).success).toBe(true);
    expect(protocolMachine.CommandSchema.safeParse(asked).success).toBe(false);
  });

  test('is what the service goes by', async () => {
    const { record } = follow('SECURITY_CHECK');
    const tasks = createMemoryTaskStore();
    const slices = [createProtocol(table)];
    const service = createTaskProtocol({ tasks, slices });
    const contexts = createContextStore({ tasks, slices });
    const owner = { actor: 'ada', session: 'run-1' };
    let body = canonicalJson({ ...record, audit: { ...record.audit, count: 0 } });
    const artifacts: string[] = [];
    const sizes = new Map(protocolDocuments(record.protocol!).map(({ sha, bytes }) => [sha, bytes]));
    for (const named of machine.liveArtifacts(record)) {
      const bytes = new TextEncoder().encode(named[0]!.repeat(sizes.get(named) ?? 9));
      const sha = await orThrow(tasks.putArtifact(record.task_id, bytes));
      body = body.replaceAll(named, sha);
      artifacts.push(sha);
    }
    const given = { id: record.task_id, expected: 0, operationId: 'x', audit: [], artifacts: artifacts.sort() };
    await orThrow(tasks.commit({ ...given, body }));
    await orThrow(service.send(record.task_id, { ...owner, command: { type: 'check-compliance' } }));
    const { next, violations, state } = await orThrow(service.status(record.task_id, owner));
    expect([state, violations]).toEqual(['SECURITY_CHECK', []]);
    expect(next).toMatchObject([{ condition: 'security-report', action: 'ask-user' }]);
    const attached = { ...owner, type: 'security-report', path: 'security.md', content: 'Nothing found.' };
    await orThrow(contexts.attachEvidence(record.task_id, attached));
    expect(await orThrow(service.next(record.task_id, owner))).toMatchObject([{ action: 'advance' }]);
    const moved = await orThrow(service.send(record.task_id, { ...owner, command: { type: 'advance' } }));
    expect(moved.record.protocol?.state).toBe('AWAITING_USER_APPROVAL');
  });

  test('is what the documentation is made from', () => {
    expect(renderProtocol(table)).toContain('SECURITY_CHECK --> AWAITING_USER_APPROVAL: advance');
    expect(renderProtocol(table)).toContain('| `security-report` | A security report is attached. |');
  });
});

describe('a table that does not hold together is refused, and says why', () => {
  const [first] = PROTOCOL_TABLE.rows;
  test.each<[string, ProtocolTable, RegExp]>([
    ['a state is missing', { ...PROTOCOL_TABLE, states: ['INIT'] }, /the states have no CLASSIFIED/],
    [
      'a step leads to a state that is not there',
      { ...PROTOCOL_TABLE, rows: [...PROTOCOL_TABLE.rows, { ...first!, to: 'LIMBO' as 'INIT' }] },
      /INIT -> LIMBO \(advance\) is about LIMBO/,
    ],
    ['a step is there twice', { ...PROTOCOL_TABLE, rows: [...PROTOCOL_TABLE.rows, first!] }, /is there twice/],
  ])('%s', (_, given, message) => expect(() => createProtocol(given)).toThrow(message));

  test('a state cannot be put where no step leads', () => {
    const nowhere = { state: 'X', after: 'INIT', before: 'COMPLETE', guards: [] } as const;
    expect(() => insertState(PROTOCOL_TABLE, nowhere)).toThrow(/no step from INIT to COMPLETE/);
  });
});

test('a machine whose protocol is of another making goes by the table of Batonkit', async () => {
  const { table: _, ...plain } = createProtocol();
  const other = createMachine([...coreSlices, plain]);
  const tasks = createMemoryTaskStore();
  const { next } = await orThrow(createTaskProtocol({ tasks, machine: other }).status('TASK-1'));
  expect(next).toMatchObject([{ action: 'init-context' }]);
});
