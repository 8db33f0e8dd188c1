import { agentFinding, isDone } from '../guards/agent-guards.ts';
import { whyLapsed, type ProtocolView } from '../guards/guard.ts';
import { agentsOf } from '../section/agents-of.ts';
import type { ProtocolAgent } from '../section/agent-section.ts';

/** What to do with the agents after an interruption. */
export interface Resumption {
  readonly decision: 'all-done' | 'invoke-all' | 'invoke-rest';
  /** Whose work counts; it is never done twice because of an interruption. */
  readonly done: readonly string[];
  /** Who is to be invoked, in the order of the selection. */
  readonly invoke: readonly string[];
  /** Who cannot go on without a person. */
  readonly escalate: readonly string[];
  /** Reviewers that approved a content which is no longer there. */
  readonly lookAgain: readonly string[];
}

/**
 * What to do with the agents of a task after an interruption, in the state that it is in: nothing, invoke all of them, or the rest. Done is who says so
 * and whose report is in the store, as `facts` of the view tell; only that counts, not that somebody was invoked.
 *
 * @example
 * ```ts
 * import { createContextStore, defineTask, orThrow } from '@batonkit/core';
 * import { createTaskProtocol, resumeAgents } from '@batonkit/protocol';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore();
 * const immutable = defineTask({ title: 'Fix login', description: 'It fails.' });
 * await orThrow(createContextStore({ tasks }).init('TASK-1', { actor: 'ada', immutable }));
 * const by = { actor: 'ada', session: 'run-1' };
 * const { record } = await orThrow(createTaskProtocol({ tasks }).claim('TASK-1', by));
 * const env = { now: '2026-11-16T09:00:00.000Z', ...by, facts: { head: null } };
 * const facts = { other_tasks: [], open_dependencies: [], tree: null, content: null, coverage: {}, missing_artifacts: [], main_lock: null, main: null };
 * const protocol = record.protocol;
 * protocol && resumeAgents({ record, protocol, env, facts }).decision; // => 'all-done'
 * ```
 */
export function resumeAgents(view: ProtocolView): Resumption {
  const expected = agentsOf(view.protocol).filter(([, agent]) => isExpected(view, agent));
  const open = expected.filter(([, agent]) => !isThrough(view, agent));
  const names = (entries: typeof expected): readonly string[] => entries.map(([name]) => name);
  const done = names(expected.filter((entry) => !open.includes(entry)));
  const stuck = open.filter(
    ([name, agent]) => agentFinding(view, name, agent, 'complete-agent', '').action === 'ask-user',
  );
  return {
    decision: open.length === 0 ? 'all-done' : done.length === 0 ? 'invoke-all' : 'invoke-rest',
    done,
    invoke: names(open.filter((entry) => !stuck.includes(entry))),
    escalate: names(stuck),
    lookAgain: findLapsed(view),
  };
}

/** Reviewers that approved a content which is no longer there, or whose approval a merge voided. */
export function findLapsed(view: ProtocolView): readonly string[] {
  return agentsOf(view.protocol, 'reviewer')
    .filter(([, { decision, status, invoked_at }]) => {
      if (decision === null) return status === 'waiting' && invoked_at === null;
      return decision.verdict === 'APPROVED' && whyLapsed(decision.covers, view) !== null;
    })
    .map(([name]) => name);
}

function isExpected({ protocol: { state } }: ProtocolView, { kind, decision, requirements }: ProtocolAgent): boolean {
  if (state === 'IMPLEMENTATION') return true;
  if (state === 'SCOPE_NEGOTIATION') return decision?.verdict === 'REJECTED';
  if (state === 'SYNTHESIS') return kind === 'reviewer' && requirements === null;
  return (state === 'REQUIREMENTS' || state === 'REVIEW') && kind === 'reviewer';
}

function isThrough(view: ProtocolView, agent: ProtocolAgent): boolean {
  const { state } = view.protocol;
  const { kind, decision, scope_decision } = agent;
  if (state === 'SCOPE_NEGOTIATION') return scope_decision !== null && whyLapsed(scope_decision.covers, view) === null;
  if (!isDone(view, agent)) return false;
  if (kind === 'updater' || state === 'REQUIREMENTS' || state === 'SYNTHESIS') return true;
  const isFinal = state !== 'REVIEW' || decision?.state === 'REVIEW';
  return decision?.verdict === 'APPROVED' && isFinal && whyLapsed(decision.covers, view) === null;
}
