import { attested, findUnless, whyLapsed, type Finding, type Guard, type ProtocolView } from './guard.ts';
import { agentsOf, MIN_REPORT_BYTES } from './setup-guards.ts';

/** Conditions from SYNTHESIS to REVIEW: the plan and its approval, the work, its quality. */
export const WORK_GUARDS = {
  implementationPlans: {
    id: 'implementation-plans',
    sentence: 'The plan document holds one implementation plan per updater (per agent where there is no updater).',
    action: 'record-plan',
    find: ({ protocol }) => {
      const updaters = agentsOf(protocol, 'updater');
      const planners = updaters.length > 0 ? updaters : agentsOf(protocol);
      return planners.flatMap(([name]) =>
        findUnless(
          protocol.plan?.planned_agents.includes(name) === true,
          `The plan document has no implementation plan of ${name}.`,
          name,
        ),
      );
    },
  },
  conflictsResolved: attested('conflicts-resolved'),
  requirementsMapped: attested('requirements-mapped'),
  tradeOffs: attested('trade-offs-recorded'),
  successCriteria: attested('success-criteria-recorded'),
  planApproved: {
    id: 'plan-approved',
    sentence: 'A person approved the plan as it is now.',
    action: 'present',
    find: ({ protocol }) => {
      const { presented, approved } = protocol.checkpoints.plan;
      const current = protocol.plan?.sha;
      if (approved !== null && approved.covers === current) return [];
      const isShown = presented !== null && presented.covers === current && presented.fence === protocol.owner?.fence;
      const detail =
        approved !== null
          ? `The plan changed after ${approved.by} approved it.`
          : isShown
            ? 'The plan was presented and is not approved yet. Wait for an answer; there is no time-out.'
            : 'The plan was not presented (again) for approval.';
      return [{ detail, subject: 'plan', action: isShown ? 'await-approval' : 'present' }];
    },
  },
  noSourceReferences: attested('no-source-references'),
  noBuildImpact: attested('no-build-impact'),
  nothingSensitive: attested('nothing-security-sensitive'),
  updatersFinished: {
    id: 'updaters-finished',
    sentence: `Every updater merged, reported (at least ${MIN_REPORT_BYTES} bytes) and has no work remaining.`,
    action: 'invoke-agent',
    find: ({ protocol, facts }) =>
      agentsOf(protocol, 'updater').flatMap(([name, { status, work }]): readonly Finding[] => {
        if (work === null) {
          const action = status === 'invoked' ? 'complete-agent' : 'invoke-agent';
          return [{ detail: `${name} is ${status} and has not finished its work.`, subject: name, action }];
        }
        const isReported = work.bytes >= MIN_REPORT_BYTES && !facts.missing_artifacts.includes(work.sha);
        return [
          ...findUnless(!work.remaining, `${name} has work remaining. Invoke it for another round.`, name),
          ...findUnless(isReported, `The report of ${name} is missing or has only ${work.bytes} bytes.`, name),
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
  reviewRejected: {
    id: 'review-rejected',
    sentence: 'A reviewer rejected the content.',
    action: 'record-decision',
    find: ({ protocol }) => findUnless(countRejections(protocol) > 0, 'No reviewer rejected the content.'),
  },
  severalRejections: {
    id: 'several-rejections',
    sentence: 'At least two reviewers rejected the content.',
    action: 'record-decision',
    find: ({ protocol }) => {
      const rejections = countRejections(protocol);
      return findUnless(rejections > 1, `${rejections} reviewers rejected the content; a negotiation needs two.`);
    },
  },
  effortExceedsScope: attested('effort-exceeds-scope'),
  scopeDeferred: attested('scope-deferred'),
  requirementsMet: attested('requirements-met'),
  qaPassing: {
    id: 'qa-passing',
    sentence: 'The last QA run passed, came after the last change, and nothing in it came from a cache.',
    action: 'record-qa',
    find: ({ protocol }) => {
      const { qa, change_count } = protocol;
      if (qa === null) return [{ detail: 'No QA run is recorded. Run the QA commands and record their log.' }];
      return [
        ...findUnless(qa.passed, 'The last QA run did not pass. Fix what fails, then run it again.'),
        ...findUnless(!qa.cached, 'A part of the last QA run came from a cache. Run it again without one.'),
        ...findUnless(qa.change_count === change_count, 'The content changed after the last QA run. Run it again.'),
      ];
    },
  },
  snapshotIntact: {
    id: 'snapshot-intact',
    sentence: 'The working tree is what was handed off last, or that was committed exactly.',
    action: 'hand-off',
    find: ({ record, facts }) => {
      const snapshot = facts.tree?.snapshot ?? 'unchanged';
      const role = record.tree_chain.at(-1)?.role ?? 'nobody';
      return [
        ...findUnless(snapshot !== 'none', 'Nobody handed off a snapshot of the working tree yet.'),
        ...findUnless(
          snapshot !== 'drift',
          `The working tree is not what ${role} handed off. Look at the difference with inspect; then hand off, or verify and resolve the drift.`,
        ),
      ];
    },
  },
  styleLinters: attested('style-linters'),
  styleManual: attested('style-manual-rules'),
  styleBuild: attested('style-build'),
  everythingCommitted: {
    id: 'everything-committed',
    sentence: 'Everything is committed.',
    action: 'commit',
    find: ({ protocol, facts }) =>
      facts.tree === null
        ? findUnless(protocol.counts.commits > 0, 'No commit is recorded. Commit the work, then record the commit.')
        : findUnless(facts.tree.clean, 'The working tree holds uncommitted changes. Commit them first.'),
  },
} as const satisfies Record<string, Guard>;

function findUndecided(view: ProtocolView, isFinal: boolean): readonly Finding[] {
  return agentsOf(view.protocol, 'reviewer').flatMap(([name, { decision, status }]): readonly Finding[] => {
    const action = status === 'invoked' ? 'record-decision' : 'invoke-agent';
    if (decision === null) {
      return [{ detail: `${name} has not decided yet.`, subject: name, action }];
    }
    if (decision.verdict === 'REJECTED') {
      const detail = `${name} rejected the content: ${decision.note}`;
      return view.protocol.state === 'REVIEW'
        ? [{ detail, subject: 'IMPLEMENTATION', action: 'return', because: 'rejected' }]
        : [{ detail, subject: name, action }];
    }
    const lapsed = whyLapsed(decision.covers, view);
    if (lapsed !== null) return [{ detail: `${name} approved; ${lapsed}. It must look again.`, subject: name, action }];
    if (!isFinal || decision.state === 'REVIEW') return [];
    const detail = `${name} approved in ${decision.state}, but has not given its final decision.`;
    return [{ detail, subject: name, action }];
  });
}

function countRejections(protocol: ProtocolView['protocol']): number {
  return agentsOf(protocol, 'reviewer').filter(([, { decision }]) => decision?.verdict === 'REJECTED').length;
}
