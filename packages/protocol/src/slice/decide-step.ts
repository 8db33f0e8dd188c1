import type { Decision } from '../section/protocol-record.ts';
import { ok, reject } from '@batonkit/core';
import type { ProtocolView } from '../guards/guard.ts';
import { findDriftInTheWay, findUnmet, nextForward, toUnmet, type ProtocolTable } from '../guards/protocol-table.ts';
import type { TaskState } from '../states/task-state.ts';
import type { Transition } from '../guards/transitions.ts';
import { voidedByStep } from './void-approvals.ts';

/** A step that somebody asks for. Without `to`, the first row of the trigger whose guards allow it. */
export interface Step {
  readonly trigger: string;
  readonly to: TaskState | undefined;
  readonly note: string | null;
  readonly reason: string | null;
}

/** Moves a task along a row of the table, or lists everything that is in the way. */
export function decideStep(view: ProtocolView, step: Step, table: ProtocolTable): Decision {
  const { protocol, env, facts } = view;
  const row = findRow(view, step, table);
  if (row === undefined) return rejectRow(protocol.state, step, table);
  const unmet = toUnmet(findUnmet(table, row, view, step.reason ?? undefined));
  const drifted = findDriftInTheWay(view);
  if (drifted.length > 0) return reject('DriftUnresolved', [...drifted, ...unmet]);
  if (unmet.length > 0) return reject('Rejected', unmet);
  return ok([
    {
      type: 'state-changed',
      transition: {
        from: row.from,
        to: row.to,
        trigger: row.trigger,
        at: env.now,
        note: step.note,
        evidence: {
          plan: protocol.plan?.sha ?? null,
          content: facts.content,
          qa_log: protocol.qa?.log ?? null,
          head: facts.tree?.head ?? env.facts.head,
        },
      },
    },
    ...voidedByStep(protocol, row.trigger, row.to),
  ]);
}

function findRow(view: ProtocolView, { trigger, to, reason }: Step, table: ProtocolTable): Transition | undefined {
  if (trigger === 'advance' && to === undefined) return nextForward(table, view);
  const rows = table.rows.filter((row) => row.from === view.protocol.state && row.trigger === trigger);
  if (to !== undefined) return rows.find((row) => row.to === to);
  return rows.find((row) => findUnmet(table, row, view, reason ?? undefined).length === 0) ?? rows[0];
}

function rejectRow(state: TaskState, { trigger, to }: Step, table: ProtocolTable): Decision {
  const steps = table.rows.filter((row) => row.from === state && row.kind !== 'finish');
  const ways = [...new Set(steps.map((row) => `${row.trigger} to ${row.to}`))].join(', ');
  const asked = to === undefined ? JSON.stringify(trigger) : `${JSON.stringify(trigger)} to ${to}`;
  const detail = `There is no step ${asked} from ${state}. Steps from here: ${ways}.`;
  return reject('Rejected', [{ condition: 'transition-exists', detail }]);
}
