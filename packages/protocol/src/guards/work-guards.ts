import { attested, findUnless, type Guard } from './guard.ts';
import { whyQaUnproven } from './why-qa-unproven.ts';
import { agentsOf } from '../section/agents-of.ts';

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
          `The plan document has no heading "## ${name}: implementation plan".`,
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
            ? 'The plan was presented and is not approved yet. A person approves it, outside this session. Wait for the answer; there is no time-out.'
            : 'The plan was not presented (again) for approval.';
      return [{ detail, subject: 'plan', action: isShown ? 'await-approval' : 'present' }];
    },
  },
  noSourceReferences: attested('no-source-references'),
  noBuildImpact: attested('no-build-impact'),
  nothingSensitive: attested('nothing-security-sensitive'),
  requirementsMet: attested('requirements-met'),
  qaPassing: {
    id: 'qa-passing',
    sentence:
      'The last QA run was executed by Batonkit, unless the policy says otherwise. It passed, on the content that is there now, and nothing in it came from a cache.',
    action: 'run-qa',
    find: ({ record, protocol, facts }) => {
      const { qa, change_count } = protocol;
      const wanted = facts.qa;
      const isClaimEnough = wanted === undefined || wanted.wants === 'claimed';
      const action = isClaimEnough ? 'record-qa' : 'run-qa';
      if (qa === null) {
        const how = isClaimEnough
          ? 'Run the QA commands and record their log.'
          : `Run it: baton qa run ${record.task_id}`;
        return [{ detail: `No QA run is recorded. ${how}`, action }];
      }
      const unproven = wanted === undefined ? null : whyQaUnproven(qa, wanted, wanted.tested, record);
      // Where the content itself was compared, it does not matter how often it changed since.
      const isSame = wanted?.tested === 'same' || qa.change_count === change_count;
      return [
        ...findUnless(qa.passed, 'The last QA run did not pass. Fix what fails, then run it again.'),
        ...findUnless(!qa.cached, 'A part of the last QA run came from a cache. Run it again without one.'),
        ...(unproven !== null
          ? [{ detail: unproven }]
          : findUnless(isSame, 'The content changed after the last QA run. Run it again.')),
      ].map((finding) => ({ ...finding, action }));
    },
  },
  snapshotIntact: {
    id: 'snapshot-intact',
    sentence: 'The working tree is what was handed off or merged last, or that was committed exactly.',
    action: 'hand-off',
    find: ({ record, protocol, facts: { tree } }) => {
      // What agents merged is named by its commit, so a clean tree at that commit needs no hand-off.
      const isMerged = tree !== null && tree.clean && tree.head === protocol.branch.head;
      const snapshot = isMerged ? 'committed' : (tree?.snapshot ?? 'unchanged');
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
        : findUnless(facts.tree.clean, 'The working tree holds uncommitted changes. Commit them first.', 'tree'),
  },
} as const satisfies Record<string, Guard>;
