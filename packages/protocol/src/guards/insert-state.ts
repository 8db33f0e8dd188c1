import type { Guard } from './guard.ts';
import type { ProtocolTable } from './protocol-table.ts';
import type { Transition } from './transitions.ts';

/** A state of your own, between two that follow each other. */
export interface InsertedState<State extends string, Known extends string> {
  readonly state: State;
  readonly after: Known;
  readonly before: Known;
  /** What the step out of it demands, besides what every step forward does. */
  readonly guards: readonly Guard[];
}

/**
 * Puts a state between two states of a table. The step that led over it leads into it, with the guards it had; the ways back, and the way to
 * give up, are those of the state before it. A task whose path does not have that step does not pass the new state.
 *
 * @example
 * ```ts
 * import { createProtocol, insertState, PROTOCOL_TABLE } from '@batonkit/protocol';
 *
 * const table = insertState(PROTOCOL_TABLE, {
 *   state: 'SECURITY_CHECK',
 *   after: 'REVIEW',
 *   before: 'AWAITING_USER_APPROVAL',
 *   guards: [
 *     {
 *       id: 'security-report',
 *       sentence: 'A security report is attached.',
 *       action: 'ask-user',
 *       find: ({ record }) =>
 *         record.evidence.some(({ type }) => type === 'security-report') ? [] : [{ detail: 'Attach a security report.' }],
 *     },
 *   ],
 * });
 * table.path('HIGH', 'code').includes('SECURITY_CHECK'); // => true
 * createProtocol(table).name; // => 'protocol'
 * ```
 */
export function insertState<Known extends string, const State extends string>(
  table: ProtocolTable<Known>,
  { state, after, before, guards }: InsertedState<State, NoInfer<Known>>,
): ProtocolTable<Known | State> {
  type Row = Transition<Known | State>;
  const isStep = (row: Row): boolean => row.kind === 'forward' && row.from === after && row.to === before;
  if (!table.rows.some(isStep)) throw new Error(`insertState: there is no step from ${after} to ${before}.`);
  const insert = (states: readonly Known[]): readonly (Known | State)[] =>
    states.flatMap((each) => (each === after ? [each, state] : [each]));
  const rows: readonly Row[] = table.rows.flatMap((row): readonly Row[] => {
    if (isStep(row))
      return [
        { ...row, to: state },
        { ...row, from: state, guards },
      ];
    const into: Row[] = row.trigger === 'skipped-state' && row.to === after ? [{ ...row, to: state }] : [];
    const out: Row[] =
      row.from === after && row.kind !== 'forward' && row.kind !== 'finish' ? [{ ...row, from: state }] : [];
    return [row, ...into, ...out];
  });
  const back: Row = { from: state, to: after, trigger: 'skipped-state', kind: 'return', guards: [] };
  return {
    ...table,
    states: insert(table.states),
    path: (level, changeKind) => {
      const path = table.path(level, changeKind);
      return path[path.indexOf(after) + 1] === before ? insert(path) : path;
    },
    rows: [...rows, back],
  };
}
