import { rejectingIn } from '../section/agents-of.ts';
import { whyLapsed, type Finding, type ProtocolView } from './guard.ts';
import type { TaskState } from '../states/task-state.ts';

/** One rejection: who, and whether the work or the plan is at fault. */
export interface Rejecting {
  readonly agent: string;
  readonly fault?: 'work' | 'plan' | null;
}

/**
 * Where rejections lead: to SCOPE_NEGOTIATION when reviewers of several domains reject and the effort is above twice the scope, else to
 * SYNTHESIS when one of them blames the plan, else to IMPLEMENTATION.
 *
 * @example
 * ```ts
 * import { routeRejection } from '@batonkit/protocol';
 *
 * const both = [{ agent: 'style-reviewer' }, { agent: 'security-reviewer' }];
 * routeRejection(both, { effort: 9, scope: 4 }); // => 'SCOPE_NEGOTIATION'
 * routeRejection(both, { effort: 8, scope: 4 }); // => 'IMPLEMENTATION'
 * ```
 */
export function routeRejection(
  rejections: readonly Rejecting[],
  estimate: { readonly effort: number; readonly scope: number } | null,
): Extract<TaskState, 'IMPLEMENTATION' | 'SYNTHESIS' | 'SCOPE_NEGOTIATION'> {
  const isTooMuch = estimate !== null && estimate.effort > 2 * estimate.scope;
  if (isTooMuch && countDomains(rejections) > 1) return 'SCOPE_NEGOTIATION';
  return rejections.some(({ fault }) => fault === 'plan') ? 'SYNTHESIS' : 'IMPLEMENTATION';
}

const BECAUSE = { IMPLEMENTATION: 'rejected', SYNTHESIS: 'plan-fault', SCOPE_NEGOTIATION: 'scope-exceeded' } as const;

/** What to do about the rejections of a review; with several domains the effort is estimated first. */
export function routeOf(view: ProtocolView): Omit<Finding, 'detail'> {
  const rejections = rejectingIn(view.protocol).map(([agent, { decision }]) => ({
    agent,
    fault: decision?.fault ?? null,
  }));
  const { effort } = view.protocol;
  const estimate = effort === null || whyLapsed(effort.covers, view) !== null ? null : effort;
  if (estimate === null && countDomains(rejections) > 1) return { action: 'estimate-effort' };
  const to = routeRejection(rejections, estimate);
  return { action: 'return', subject: to, because: BECAUSE[to] };
}

/** The field that an agent speaks for: `security` of `security-reviewer`. */
export function domainOf(agent: string): string {
  return agent.replace(/-(?:reviewer|updater)$/, '');
}

function countDomains(rejections: readonly Rejecting[]): number {
  return new Set(rejections.map(({ agent }) => domainOf(agent))).size;
}
