import { whyUnshown } from './find-unshown.ts';
import { attested, findUnless, whyLapsed, type Guard } from './guard.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import { agentsOf } from '../section/agents-of.ts';

/** Conditions from AWAITING_USER_APPROVAL to the end. */
export const CLOSING_GUARDS = {
  changeApproved: {
    id: 'change-approved',
    sentence: 'A person approved the changes as they are now.',
    action: 'present',
    find: (view) => {
      const { presented, approved } = view.protocol.checkpoints.change;
      const lapsed = approved === null ? null : whyLapsed(approved.covers, view);
      const isShown =
        presented !== null &&
        presented.fence === view.protocol.owner?.fence &&
        whyLapsed(presented.covers, view) === null;
      const isApproved = approved !== null && lapsed === null;
      const unshown = whyUnshown(view, { isPresented: isShown || isApproved });
      if (unshown !== null) return [{ detail: unshown, subject: 'change', action: 'commit' }];
      if (isApproved) return [];
      const detail =
        approved !== null
          ? `${approved.by} approved the changes; ${lapsed ?? ''}.`
          : isShown
            ? 'The changes were presented and are not approved yet. A person approves them, outside this session. Wait for the answer; there is no time-out.'
            : 'The changes were not presented (again) for approval.';
      return [{ detail, subject: 'change', action: isShown ? 'await-approval' : 'present' }];
    },
  },
  cleanBuild: attested('clean-build'),
  merged: {
    id: 'merged',
    sentence: 'The approved content was merged by fast-forward under the lock of the main working tree.',
    action: 'merge',
    find: (view) => {
      const { merge } = view.protocol;
      if (merge === null) {
        return [
          { detail: 'No merge is recorded. Lock the main working tree, merge by fast-forward, record the merge.' },
        ];
      }
      const lapsed = whyLapsed(merge.covers, view);
      const { main, tree } = view.facts;
      const isGone = main?.has === false && tree?.head === merge.commit;
      return [
        ...findUnless(lapsed === null, `${merge.commit} was merged; ${lapsed ?? ''}.`),
        ...findUnless(
          !isGone,
          `${merge.commit} was merged, but the main branch does not have it any more. Land it again.`,
        ),
      ];
    },
  },
  taskListUpdated: attested('task-list-updated'),
  dependentsUnblocked: attested('dependents-unblocked'),
  worktreesRemoved: {
    id: 'worktrees-removed',
    sentence: 'The working trees of the task and of its agents are removed.',
    action: 'remove-worktree',
    find: ({ protocol }) => [
      ...findUnless(protocol.worktree === null, 'The working tree of the task is still there. Remove it.'),
      ...agentsOf(protocol).flatMap(([name, { worktree }]) =>
        findUnless(worktree === null, `The working tree of ${name} is still there. Remove it.`, name),
      ),
    ],
  },
  auditMinimum: {
    id: 'audit-minimum',
    sentence: 'The trail holds at least one transition, one invocation and one commit, unless the task was abandoned.',
    action: 'commit',
    find: ({ protocol }) =>
      (['transitions', 'invocations', 'commits'] as const).flatMap((kind) =>
        findUnless(
          protocol.abandoned !== null || protocol.counts[kind] > 0,
          `The trail holds no ${kind}, so it cannot show how the task was done.`,
          kind,
        ),
      ),
  },
  fullPath: {
    id: 'full-path',
    sentence: 'The path of the task has IMPLEMENTATION.',
    action: 'return',
    find: ({ protocol }) =>
      findUnless(hasWork(protocol), 'The path of the task has no IMPLEMENTATION; go to SYNTHESIS.'),
  },
  shortPath: {
    id: 'short-path',
    sentence: 'The path of the task has no IMPLEMENTATION: the work is done in SYNTHESIS.',
    action: 'return',
    find: ({ protocol }) => findUnless(!hasWork(protocol), 'The path of the task has IMPLEMENTATION; go there.'),
  },
} as const satisfies Record<string, Guard>;

function hasWork({ risk }: ProtocolSection): boolean {
  return risk?.path.includes('IMPLEMENTATION') === true;
}
