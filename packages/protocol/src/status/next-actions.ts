import type { Elsewhere } from '@batonkit/core';
import type { ProtocolEnv, ProtocolRecord } from '../section/protocol-record.ts';
import { findViolations } from '../guards/compliance-checks.ts';
import { viewOf, type ProtocolAction, type ProtocolView } from '../guards/guard.ts';
import {
  findDriftInTheWay,
  findUnmet,
  PROTOCOL_TABLE,
  type ProtocolTable,
  nextForward,
  type UnmetGuard,
} from '../guards/protocol-table.ts';
import type { Transition } from '../guards/transitions.ts';

/** One thing to do next. */
export interface NextAction {
  readonly action: ProtocolAction;
  /** What it is about: an agent, a checkpoint, a condition, a state, a task; `null` when it is about the task as a whole. */
  readonly subject: string | null;
  /** The condition that it meets; for a `return`, what causes it. */
  readonly condition: string;
  /** Why, for a person. */
  readonly detail: string;
  /** Who does it: the session that owns the task, whoever has a turn, or a person, whose part no session may take. */
  readonly who: 'owner' | 'agent' | 'person';
}

const OF_PERSONS: readonly ProtocolAction[] = ['await-approval', 'approve', 'ask-user', 'ask-to-take-over'];

/**
 * What can be done next for a task, whatever happened to the session that worked on it: violations and their way back first, then what
 * keeps the task from its next state, or the step itself. What waits for approval is offered as `approve` to a caller without a session
 * alone; the owner waits (`await-approval`). Pure; pass the facts that `createTaskProtocol` gathers in `env.facts.protocol` to
 * have content verified, without them everything that was said about content counts as not verified. `elsewhere` says that the tree of the
 * task cannot be looked at from here: then going there comes first.
 *
 * @example
 * ```ts
 * import { nextActions } from '@batonkit/protocol';
 *
 * const env = { now: '2026-11-16T09:00:00.000Z', actor: 'ada', session: 'run-1', facts: { head: null } };
 * nextActions(null, env).map(({ action }) => action); // => ['init-context']
 * ```
 */
export function nextActions(
  record: ProtocolRecord | null,
  env: ProtocolEnv,
  elsewhere: Elsewhere | null = null,
  table: ProtocolTable = PROTOCOL_TABLE,
): readonly NextAction[] {
  if (record === null)
    return [one('init-context', 'context-exists', 'There is no context for this task yet. Make it.')];
  if (record.completion !== null) return [];
  const { protocol, task_id } = record;
  const owner = protocol?.owner ?? null;
  if (protocol === null || owner === null) return [one('claim', 'owned', `Nobody owns ${task_id}. Claim it.`)];
  if (owner.session !== env.session) {
    const detail = `${task_id} is owned by session ${owner.session}. Choose another task, or ask a person whether that session is gone; then take the task over.`;
    const foreign = one('ask-to-take-over', 'owner', detail, owner.session);
    return env.session === null ? [...approvals(viewOf(record, protocol, env, table)), foreign] : [foreign];
  }
  if (elsewhere !== null) {
    const { path, worktree } = elsewhere.data;
    const action = worktree === null ? 'record-worktree' : 'go-to-tree';
    return [one(action, 'task-worktree', elsewhere.message, path ?? worktree ?? undefined)];
  }
  const view = viewOf(record, protocol, env, table);
  const drifted = findDriftInTheWay(view);
  if (drifted.length > 0) {
    const roles = record.roles.filter((role) => (record.coordination[role]?.drift_budget ?? 0) > 0);
    return drifted.map(({ condition, detail }, index) => one('resolve-drift', condition, detail, roles[index]));
  }
  const violations = findViolations(view);
  if (violations.length > 0) {
    return violations.map(({ check, detail, way_back }) =>
      way_back === protocol.state
        ? one('compliance', check, `${detail} Mend it here, then check compliance again.`, way_back)
        : one('return', check, `${detail} Go back to ${way_back}.`, way_back),
    );
  }
  return protocol.state === 'SCOPE_NEGOTIATION' ? negotiate(view) : moveOn(view);
}

function moveOn(view: ProtocolView): readonly NextAction[] {
  const { table = PROTOCOL_TABLE } = view;
  const finish = table.rows.find((row) => row.kind === 'finish' && row.from === view.protocol.state);
  const row = finish ?? nextForward(table, view);
  if (row === undefined) return [];
  const unmet = findUnmet(table, row, view);
  if (unmet.length === 0) return [step(row)];
  return unmet.map(toAction);
}

/** What a person can approve now. */
function approvals(view: ProtocolView): readonly NextAction[] {
  return moveOn(view)
    .filter(({ action }) => action === 'await-approval')
    .map(({ condition, subject }) => {
      const what =
        subject === 'plan'
          ? 'plan was presented and waits for a person. Read it'
          : `changes were presented and wait for a person. Read them: baton diff ${view.record.task_id} --type presented`;
      const detail = `The ${what}; if you are that person and agree, approve under your name.`;
      return one('approve', condition, detail, subject ?? undefined);
    });
}

/** Two ways lead out of a negotiation; which one is for the agents to say. */
function negotiate(view: ProtocolView): readonly NextAction[] {
  const { table = PROTOCOL_TABLE } = view;
  const rows = table.rows.filter((row) => row.kind === 'judgement' && row.from === view.protocol.state);
  return rows.flatMap((row) => {
    const unmet = findUnmet(table, row, view);
    const detail = `The negotiation can end with ${row.trigger}: go to ${row.to}.`;
    return unmet.length === 0 ? [one('return', row.trigger, detail, row.to)] : unmet.map(toAction);
  });
}

function step(row: Transition): NextAction {
  return row.kind === 'finish'
    ? one('finish', 'finish', 'Everything is done. Complete the task.')
    : one('advance', 'advance', `Everything that ${row.from} demands is there. Go on to ${row.to}.`, row.to);
}

function toAction({ guard, detail, subject, action, because }: UnmetGuard): NextAction {
  return one(action ?? guard.action, because ?? guard.id, detail, subject);
}

function one(action: ProtocolAction, condition: string, detail: string, subject?: string): NextAction {
  return { action, subject: subject ?? null, condition, detail, who: OF_PERSONS.includes(action) ? 'person' : 'owner' };
}
