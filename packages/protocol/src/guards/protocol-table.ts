import type { Machine, Slice, Unmet } from '@batonkit/core';
import { unmetByDrift } from '@batonkit/core/internal';
import { COMMAND_GUARDS, type CommandGuards } from './command-guards.ts';
import { COMMON_GUARDS } from './common-guards.ts';
import type { Finding, Guard, ProtocolView } from './guard.ts';
import { statePath } from '../states/state-path.ts';
import type { ChangeKind, RiskLevel, TaskState } from '../states/task-state.ts';
import { TASK_STATES } from '../states/task-states.ts';
import type { ProtocolTypes } from '../section/protocol-record.ts';
import { TRANSITIONS, type Transition, type TransitionKind } from './transitions.ts';

/** The machine as data, which `createProtocol` makes a slice of. It may have more states, steps and guards than {@link PROTOCOL_TABLE}. */
export interface ProtocolTable<State extends string = TaskState> {
  /** In the order of the longest path. */
  readonly states: readonly State[];
  /** The states that a task passes when all goes well. */
  readonly path: (level: RiskLevel, changeKind: ChangeKind) => readonly State[];
  readonly rows: readonly Transition<State>[];
  /** What every step of a kind demands. */
  readonly common: Readonly<Record<TransitionKind, readonly Guard[]>>;
  readonly commands: CommandGuards;
}

/** The machine that Batonkit runs. */
export const PROTOCOL_TABLE: ProtocolTable = {
  states: TASK_STATES,
  path: statePath,
  rows: TRANSITIONS,
  common: COMMON_GUARDS,
  commands: COMMAND_GUARDS,
};

/** The protocol as a slice, with the table that it was made from. */
export interface ProtocolSlice extends Slice<ProtocolTypes> {
  readonly table: ProtocolTable;
}

/** The table that the protocol of a machine was made from; that of Batonkit, when it is a slice of another making. */
export function tableOf({ slices }: Pick<Machine, 'slices'>): ProtocolTable {
  const found = slices.find((slice): slice is ProtocolSlice => slice.name === 'protocol' && 'table' in slice);
  return found?.table ?? PROTOCOL_TABLE;
}

/** A finding, with the guard that made it. */
export interface UnmetGuard extends Finding {
  readonly guard: Guard;
}

/**
 * Every guard of a row: first what its kind demands, then its own.
 *
 * @example
 * ```ts
 * import { guardsOf, PROTOCOL_TABLE } from '@batonkit/protocol';
 *
 * const row = PROTOCOL_TABLE.rows.find(({ to, kind }) => to === 'COMPLETE' && kind === 'forward');
 * row && guardsOf(PROTOCOL_TABLE, row).some(({ id }) => id === 'change-approved'); // => true
 * ```
 */
export function guardsOf<State extends string>(table: ProtocolTable<State>, row: Transition<State>): readonly Guard[] {
  return [...table.common[row.kind], ...row.guards];
}

/** Everything that is in the way of a step. */
export function findUnmet(
  table: ProtocolTable,
  row: Transition,
  view: ProtocolView,
  reason?: string,
): readonly UnmetGuard[] {
  const moving = { ...view, move: { trigger: row.trigger, to: row.to, reason: reason ?? null } };
  const unmet: UnmetGuard[] = [];
  for (const guards of [table.common[row.kind], row.guards]) {
    for (const guard of guards) for (const finding of guard.find(moving)) unmet.push({ ...finding, guard });
  }
  return unmet;
}

/** Findings as a refusal lists them. */
export function toUnmet(findings: readonly UnmetGuard[]): readonly Unmet[] {
  return findings.map(({ guard, detail }) => ({ condition: guard.id, detail }));
}

/** Drift that nobody resolved stops every step. */
export function findDriftInTheWay({ record }: ProtocolView): readonly Unmet[] {
  return unmetByDrift(record);
}

/** The step forward that the path of the task demands from where it is; `undefined` in CLEANUP and SCOPE_NEGOTIATION. */
export function nextForward(table: ProtocolTable, { protocol: { state, risk } }: ProtocolView): Transition | undefined {
  const rows = table.rows.filter((row) => row.kind === 'forward' && row.from === state);
  const next: TaskState | undefined = risk?.path[risk.path.indexOf(state) + 1];
  return rows.find((row) => row.to === next) ?? rows[0];
}
