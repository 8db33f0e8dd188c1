import type { ProtocolAgent } from '../section/agent-section.ts';
import { decideRecovery, isAtWork } from '../agents/agent-timing.ts';
import { agentsOf, rejectingIn } from '../section/agents-of.ts';
import { findUnless, whyLapsed, type Finding, type Guard, type ProtocolAction, type ProtocolView } from './guard.ts';
import { MIN_REPORT_BYTES } from '../documents/min-report-bytes.ts';
import { domainOf, routeOf } from './route-rejection.ts';

/** Conditions on agents: their reports, their work, their decisions, their negotiation. */
export const AGENT_GUARDS = {
  agentsReported: {
    id: 'agents-reported',
    sentence: 'Every reviewer was invoked and completed its requirements.',
    action: 'invoke-agent',
    find: (view) =>
      agentsOf(view.protocol, 'reviewer').flatMap(([name, agent]) =>
        agent.requirements !== null
          ? []
          : [
              agentFinding(
                view,
                name,
                agent,
                'complete-agent',
                `is ${agent.status} and has not reported its requirements`,
              ),
            ],
      ),
  },
  noAgentError: {
    id: 'no-agent-error',
    sentence: 'No agent ended in an error.',
    action: 'invoke-agent',
    find: (view) =>
      agentsOf(view.protocol)
        .filter(([, { status }]) => status === 'error')
        .map(([name, agent]) => agentFinding(view, name, agent, 'invoke-agent', 'ended in an error')),
  },
  updatersFinished: {
    id: 'updaters-finished',
    sentence: `Every updater merged, reported (at least ${MIN_REPORT_BYTES} bytes) and has no work remaining.`,
    action: 'invoke-agent',
    find: (view) =>
      agentsOf(view.protocol, 'updater').flatMap(([name, agent]): readonly Finding[] => {
        const { status, work, work_remaining, last_merge_sha } = agent;
        if (status !== 'complete' || work === null) {
          const left = work_remaining === null ? '' : `, and this is left: ${work_remaining}`;
          return [agentFinding(view, name, agent, 'complete-agent', `is ${status}${left}`)];
        }
        const isMerged = last_merge_sha !== null || work.unchanged || agent.worktree === view.protocol.worktree;
        return [
          ...findUnless(isMerged, `${name} merged nothing into the task branch. Invoke it to merge its work.`, name),
          ...findUnless(
            isReport(work, view),
            `The report of ${name} is missing or has only ${work.bytes} bytes.`,
            name,
          ),
        ];
      }),
  },
  reviewersApproved: {
    id: 'reviewers-approved',
    sentence: 'Every reviewer approved the content as it is now.',
    action: 'record-decision',
    find: (view) => findUndecided(view, false),
  },
  reviewUnanimous: {
    id: 'review-unanimous',
    sentence: 'Every reviewer gave its final approval in REVIEW, for the content as it is now.',
    action: 'record-decision',
    find: (view) => findUndecided(view, true),
  },
  rejectionsCleared: {
    id: 'rejections-cleared',
    sentence: 'Every reviewer that decided approved or deferred the content as it is now.',
    action: 'record-decision',
    find: (view) => findUndecided(view, false, (agent) => agent.decision !== null && isOpen(view, agent)),
  },
  contentReviewed: {
    id: 'content-reviewed',
    sentence:
      'Every reviewer approved or deferred the content as it is now; without a REVIEW, every reviewer that decided on it.',
    action: 'return',
    find: (view) => {
      const isShort = view.protocol.risk?.path.includes('REVIEW') === false;
      const to = isShort ? 'SYNTHESIS' : 'IMPLEMENTATION';
      const isAsked = (agent: ProtocolAgent): boolean => isOpen(view, agent) && (!isShort || agent.decision !== null);
      return findUndecided(view, false, isAsked).map(({ detail }) => ({
        detail: `${detail} Take back what changed, or go back to ${to}.`,
        subject: to,
        because: 'changes-requested',
      }));
    },
  },
  agentsComplete: {
    id: 'agents-complete',
    sentence: `Every agent is complete: it says so, and its report of at least ${MIN_REPORT_BYTES} bytes is in the store. Without IMPLEMENTATION, an updater that was never invoked has nothing to complete.`,
    action: 'invoke-agent',
    find: (view) =>
      agentsOf(view.protocol)
        .filter(([, agent]) => !isDone(view, agent))
        .map(([name, agent]) => agentFinding(view, name, agent, 'complete-agent', `is ${agent.status}, not done`)),
  },
  reviewRejected: {
    id: 'review-rejected',
    sentence: 'A reviewer rejected the content.',
    action: 'record-decision',
    find: ({ protocol }) => findUnless(rejectingIn(protocol).length > 0, 'No reviewer rejected the content.'),
  },
  planSound: {
    id: 'plan-sound',
    sentence: 'No rejection blames the plan.',
    action: 'return',
    find: ({ protocol }) =>
      rejectingIn(protocol)
        .filter(([, { decision }]) => decision?.fault === 'plan')
        .map(([name]) => ({
          detail: `${name} blames the plan. Go back to SYNTHESIS, where it is mended and approved anew.`,
          subject: 'SYNTHESIS',
          because: 'plan-fault',
        })),
  },
  severalRejections: {
    id: 'several-rejections',
    sentence: 'Reviewers of at least two domains rejected the content.',
    action: 'record-decision',
    find: ({ protocol }) => {
      const domains = new Set(rejectingIn(protocol).map(([name]) => domainOf(name)));
      return findUnless(
        domains.size > 1,
        `Reviewers of ${domains.size} domains rejected the content; a negotiation needs two.`,
      );
    },
  },
  effortExceedsScope: {
    id: 'effort-exceeds-scope',
    sentence: 'The effort to resolve what was rejected is above twice the scope of the task.',
    action: 'estimate-effort',
    find: (view) => {
      const { effort } = view.protocol;
      if (effort === null || whyLapsed(effort.covers, view) !== null) {
        return [{ detail: 'Nobody estimated the effort for the content as it is now.' }];
      }
      return findUnless(
        effort.effort > 2 * effort.scope,
        `The effort (${effort.effort}) is not above twice the scope (${effort.scope}), so the work is mended.`,
      );
    },
  },
  scopeClassified: {
    id: 'scope-classified',
    sentence:
      'Every reviewer that rejected said what of it blocks and what can be deferred, for the content as it is now.',
    action: 'classify-scope',
    find: (view) =>
      rejectingIn(view.protocol)
        .filter(([, { scope_decision }]) => scope_decision === null || whyLapsed(scope_decision.covers, view) !== null)
        .map(([name, agent]) =>
          agentFinding(view, name, agent, 'classify-scope', 'has not classified what it rejected'),
        ),
  },
  scopeBlocking: {
    id: 'scope-blocking',
    sentence: 'Something that was rejected has to be resolved now.',
    action: 'return',
    find: ({ protocol }) =>
      findUnless(
        rejectingIn(protocol).some(([, { scope_decision }]) => scope_decision?.decision === 'RESOLVE_NOW'),
        'Nothing blocks, so the scope is not reduced; all of it is deferred.',
      ),
  },
  scopeDeferred: {
    id: 'scope-deferred',
    sentence: 'Every reviewer that rejected defers all of it, and every other gave its final approval.',
    action: 'return',
    find: (view) => [
      ...rejectingIn(view.protocol)
        .filter(([, { scope_decision }]) => scope_decision?.decision === 'RESOLVE_NOW')
        .map(([name]) => ({
          detail: `${name} wants something resolved now. Go back to SYNTHESIS with a reduced scope.`,
          subject: 'SYNTHESIS',
          because: 'scope-blocking',
        })),
      ...findUndecided(view, true, ({ decision }) => decision?.verdict !== 'REJECTED'),
    ],
  },
} as const satisfies Record<string, Guard>;

/** Whether a reviewer still has a say: it did not defer what it rejected of the content as it is now. */
function isOpen(view: ProtocolView, { decision, scope_decision }: ProtocolAgent): boolean {
  return (
    decision?.verdict !== 'REJECTED' ||
    scope_decision?.decision !== 'DEFER' ||
    whyLapsed(scope_decision.covers, view) !== null
  );
}

/**
 * Done is who says so and whose report is in the store. A short path has no IMPLEMENTATION, so agents that only work there are never
 * invoked.
 */
export function isDone(
  view: ProtocolView,
  { kind, status, requirements, work, work_remaining }: ProtocolAgent,
): boolean {
  const isShort = view.protocol.risk?.path.includes('IMPLEMENTATION') === false;
  if (isShort && kind === 'updater' && status === 'selected') return true;
  const report = kind === 'updater' && !isShort ? work : (work ?? requirements);
  return status === 'complete' && work_remaining === null && isReport(report, view);
}

/** What to do about an agent that is not where it should be; `wanted` is what ends its work. */
export function agentFinding(
  { env }: ProtocolView,
  name: string,
  agent: ProtocolAgent,
  wanted: ProtocolAction,
  what: string,
): Finding {
  const blocked = agent.blocked_by === null ? '' : ` It waits for: ${agent.blocked_by}.`;
  const failed = agent.error_message === null ? '' : ` It failed: ${agent.error_message}.`;
  const detail = `${name} ${what}.${blocked}${failed}`;
  switch (decideRecovery(agent, env.now)) {
    case 'wait':
      return { detail, subject: name, action: isAtWork(agent) ? wanted : 'invoke-agent' };
    case 'retry':
      return { detail: `${detail} Invoke it again.`, subject: name, action: 'invoke-agent' };
    case 'reduce-scope':
      return { detail: `${detail} Invoke it again with a reduced scope.`, subject: name, action: 'invoke-agent' };
    case 'back':
      return {
        detail: `${detail} Go back and clear that.`,
        subject: 'CLASSIFIED',
        action: 'return',
        because: 'blocker',
      };
    case 'escalate':
      return { detail: `${detail} Its retries are used up: ask a person.`, subject: name, action: 'ask-user' };
  }
}

function isReport(report: { readonly sha: string; readonly bytes: number } | null, { facts }: ProtocolView): boolean {
  return report !== null && report.bytes >= MIN_REPORT_BYTES && !facts.missing_artifacts.includes(report.sha);
}

function findUndecided(
  view: ProtocolView,
  isFinal: boolean,
  isAsked: (agent: ProtocolAgent) => boolean = () => true,
): readonly Finding[] {
  return agentsOf(view.protocol, 'reviewer').flatMap(([name, agent]): readonly Finding[] => {
    if (!isAsked(agent)) return [];
    const { decision, feedback, requirements } = agent;
    const wanted = requirements === null ? 'complete-agent' : 'record-decision';
    const found = (what: string): readonly Finding[] => [agentFinding(view, name, agent, wanted, what)];
    if (decision === null) return found('has not decided on the content as it is now');
    if (decision.verdict === 'REJECTED') {
      const what = `rejected the content: ${feedback ?? ''}`;
      return view.protocol.state === 'REVIEW' ? [{ detail: `${name} ${what}`, ...routeOf(view) }] : found(what);
    }
    const lapsed = whyLapsed(decision.covers, view);
    if (lapsed !== null) return found(`approved; ${lapsed}. It must look again`);
    // In a negotiation a reviewer can still come round.
    if (!isFinal || decision.state === 'REVIEW' || decision.state === 'SCOPE_NEGOTIATION') return [];
    return found(`approved in ${decision.state}, but has not given its final decision`);
  });
}
