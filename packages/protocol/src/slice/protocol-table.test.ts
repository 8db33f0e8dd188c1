import { describe, expect, test } from 'vitest';
import { COMPLIANCE_CHECKS } from '../guards/compliance-checks.ts';
import { machineOf, type CommandInput } from './protocol-machine.fixture.ts';
import type { Guard } from '../guards/guard.ts';
import { guardsOf, PROTOCOL_TABLE, type ProtocolTable } from '../guards/protocol-table.ts';
import { BREAKERS, edit, envOf, readyFor, type Ready } from './planted-mistakes.fixture.ts';
import { TASK_STATES } from '../states/task-states.ts';
import type { Transition } from '../guards/transitions.ts';

/** Asks for a step as a caller does, of the machine whose protocol was made from the table. */
function take(ready: Ready, { kind, trigger, to }: Transition, table: ProtocolTable = PROTOCOL_TABLE) {
  const note = 'Because.';
  const command: CommandInput =
    kind === 'forward'
      ? { type: 'advance', to }
      : kind === 'abandon'
        ? { type: 'abandon', reason: ready.reason, note }
        : kind === 'finish'
          ? { type: 'complete-task' }
          : { type: 'return', because: trigger, to, note };
  return machineOf(table).decide(ready.record, command, envOf(ready));
}

function without(row: Transition, guard: Guard): ProtocolTable {
  const own = { ...row, guards: row.guards.filter(({ id }) => id !== guard.id) };
  const common = {
    ...PROTOCOL_TABLE.common,
    [row.kind]: PROTOCOL_TABLE.common[row.kind].filter(({ id }) => id !== guard.id),
  };
  return { ...PROTOCOL_TABLE, rows: PROTOCOL_TABLE.rows.map((known) => (known === row ? own : known)), common };
}

const nameOf = ({ from, to, trigger }: Transition) => `${from} -> ${to} (${trigger})`;
const cases = PROTOCOL_TABLE.rows.flatMap((row) =>
  guardsOf(PROTOCOL_TABLE, row).map((guard) => [nameOf(row), guard.id, row, guard] as const),
);

describe('every row of the table', () => {
  test.each(PROTOCOL_TABLE.rows.map((row) => [nameOf(row), row] as const))('%s can be taken', (_name, row) => {
    const events = take(readyFor(row), row)._unsafeUnwrap();
    const [first] = events.filter(({ type }) => type !== 'task-abandoned');
    if (row.kind === 'finish') expect(first).toMatchObject({ type: 'task-completed' });
    else expect(first).toMatchObject({ type: 'state-changed', transition: { to: row.to } });
    const isForward = row.kind === 'forward';
    for (const { type } of events.slice(events.indexOf(first!) + 1))
      expect([isForward, type]).toEqual([false, 'approvals-voided']);
  });
});

describe('every guard of every row', () => {
  test.each(cases)('%s is refused by %s alone, and by nothing without it', (_name, id, row, guard) => {
    const broken = BREAKERS[id]?.(readyFor(row), row);
    if (broken === undefined) throw new Error(`Nothing is known to break ${id}.`);
    const refused = take(broken, row)._unsafeUnwrapErr();
    expect(refused.code).toBe('Rejected');
    expect(new Set(refused.data.unmet.map(({ condition }) => condition))).toEqual(new Set([id]));
    expect(take(broken, row, without(row, guard)).isOk()).toBe(true);
  });
});

describe('a refusal', () => {
  const init = PROTOCOL_TABLE.rows.find(({ from, kind }) => from === 'INIT' && kind === 'forward')!;

  test('lists every condition that is not met, not the first', () => {
    const ready = readyFor(init);
    const broken = edit(ready, { audit: null, worktree: null });
    const facts = { ...broken, facts: { other_tasks: ['TASK-9'], open_dependencies: ['TASK-8'] } };
    const conditions = take(facts, init)
      ._unsafeUnwrapErr()
      .data.unmet.map(({ condition }) => condition);
    expect(conditions).toEqual(['audit-passed', 'session-unique', 'task-known', 'task-worktree']);
  });

  test('for unresolved drift has its own code, and still lists the rest', () => {
    const ready = edit(readyFor(init), { audit: null });
    const { record } = ready;
    const drifted = { ...record.coordination['implementer']!, drift_budget: 2 };
    const found = { ...ready, record: { ...record, coordination: { ...record.coordination, implementer: drifted } } };
    const refused = take(found, init)._unsafeUnwrapErr();
    expect(refused.code).toBe('DriftUnresolved');
    expect(refused.data.unmet.map(({ condition }) => condition)).toEqual(['drift-resolved', 'audit-passed']);
  });

  test.each(['audit failed', 'no time', 'too complex', 'out of tokens', ''])(
    'never lets %j be a reason to give up',
    (reason) => {
      const row = PROTOCOL_TABLE.rows.find(({ kind }) => kind === 'abandon')!;
      const refused = take({ ...readyFor(row), reason }, row)._unsafeUnwrapErr();
      expect(refused.data.unmet.map(({ condition }) => condition)).toEqual([
        // A command without a reason is malformed.
        reason === '' ? '/reason' : 'legitimate-reason',
      ]);
    },
  );
});

describe('the table', () => {
  test('names each step once', () => {
    const names = PROTOCOL_TABLE.rows.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  test('reaches every state, and every breach has a way back', () => {
    const reached = new Set(['INIT', ...PROTOCOL_TABLE.rows.map(({ to }) => to)]);
    expect([...reached].sort()).toEqual([...TASK_STATES].sort());
    const triggers = PROTOCOL_TABLE.rows.filter(({ kind }) => kind === 'return').map(({ trigger }) => trigger);
    expect([...new Set(triggers)].sort()).toEqual(COMPLIANCE_CHECKS.map(({ id }) => id).sort());
  });

  test('never skips a checkpoint: COMPLETE is entered only from AWAITING_USER_APPROVAL, work only behind the plan', () => {
    const into = (state: string) => PROTOCOL_TABLE.rows.filter(({ to, kind }) => to === state && kind !== 'return');
    expect(into('COMPLETE').map(({ from }) => from)).toEqual(['AWAITING_USER_APPROVAL']);
    const guarded = PROTOCOL_TABLE.rows.filter(({ from, kind }) => from === 'SYNTHESIS' && kind === 'forward');
    for (const { guards } of guarded) expect(guards.map(({ id }) => id)).toContain('plan-approved');
  });
});
