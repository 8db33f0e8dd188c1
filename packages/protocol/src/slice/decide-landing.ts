import type { Decision } from '../section/protocol-record.ts';
import { type DecideError, err, ok, reject, rejection, type Unmet } from '@batonkit/core';
import { CHANGE_APPROVED, unmetByCommand } from '../guards/command-guards.ts';
import { findViolations } from '../guards/compliance-checks.ts';
import { rejectUnknownContent } from './decide-agents.ts';
import type { ProtocolView } from '../guards/guard.ts';
import { findDriftInTheWay, type ProtocolTable } from '../guards/protocol-table.ts';
import { unmetByFence, unowned } from './owner-fence.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import type { ProtocolEvent } from '../section/protocol-event.ts';
import { rejectState } from './reject-state.ts';
import { whyMergeUnknown } from '../guards/why-merge-unknown.ts';
import { WORK_GUARDS } from '../guards/work-guards.ts';

/** What keeps the main branch where it is; `null` when the task may land as it is now. */
export function whyNotLandable(view: ProtocolView): DecideError | null {
  const { record, protocol, env, facts } = view;
  const foreign =
    protocol.owner === null ? [unowned(record)] : unmetByFence(record, { type: 'land-task' }, env.session);
  if (foreign.length > 0) return rejection('NotOwner', foreign);
  const unapproved = CHANGE_APPROVED.find(view);
  if (unapproved !== null) return notApproved(view, [{ condition: CHANGE_APPROVED.id, detail: unapproved }]);
  const drifted = findDriftInTheWay(view);
  if (drifted.length > 0) return rejection('DriftUnresolved', drifted);
  const { id, find } = WORK_GUARDS.everythingCommitted;
  const unknown = facts.tree === null ? null : whyMergeUnknown(view, facts.tree.head);
  const unmet: Unmet[] = [
    ...find(view).map(({ detail }) => ({ condition: id, detail })),
    ...findViolations(view).map(({ check, detail }) => ({
      condition: detail === unknown ? 'merged-head' : check,
      detail,
    })),
  ];
  if (facts.tree === null || protocol.worktree === null) {
    const detail = `${record.task_id} has no working tree that can be looked at here, so nobody can tell what would land.`;
    unmet.push({ condition: 'task-worktree', detail });
  }
  return unmet.length === 0 ? null : rejection('Rejected', unmet);
}

function notApproved({ protocol: { state, checkpoints } }: ProtocolView, unmet: readonly Unmet[]): DecideError {
  const isStale = state === 'COMPLETE' && checkpoints.change.approved !== null;
  return rejection(isStale ? 'StaleApproval' : 'NotApproved', unmet);
}

/** Records that `land` moved the main branch. */
export function decideLanded(
  view: ProtocolView,
  command: ProtocolCommandOf<'land-task'>,
  { commands }: ProtocolTable,
): Decision {
  const { commit: to, branch } = command;
  // Who finishes what another call moved, or one that died, knows where main was from the lock, unless that was taken later.
  const { main, main_was: was = to, tree } = view.facts;
  const isWas = main?.holds === true && (main.head === to || tree?.base === was);
  const from = command.from === to && isWas ? was : command.from;
  const unapproved = unmetByCommand(commands['land-task'], view, command);
  return decideMerged(view, { ...command, from }, unapproved, (merge) => ({
    type: 'task-landed',
    merge,
    branch,
    from,
    to,
  }));
}

/** Records a merge into the main branch that was made in another way: by fast-forward, of what was approved, under the lock. */
export function decideMerge(
  view: ProtocolView,
  command: ProtocolCommandOf<'record-merge'>,
  { commands }: ProtocolTable,
): Decision {
  const { commit, fastForward, type } = command;
  const unapproved = unmetByCommand(commands['record-merge'], view, command);
  if (fastForward) return decideMerged(view, command, unapproved, (merge) => ({ type: 'merge-recorded', merge }));
  const refused = rejectState(view.protocol, type, ['COMPLETE']);
  return refused ?? reject('Rejected', [NO_FAST_FORWARD, ...unmetByMerge(view, commit)]);
}

const NO_FAST_FORWARD: Unmet = {
  condition: 'fast-forward',
  detail:
    'The merge was no fast-forward, so what is on the main branch was never validated. Rebase the task, then go through validation again.',
};

type Merge = NonNullable<ProtocolView['protocol']['merge']>;
type MergeEvent = Extract<ProtocolEvent, { readonly type: 'merge-recorded' | 'task-landed' }>;

function decideMerged(
  view: ProtocolView,
  command: ProtocolCommandOf<'land-task' | 'record-merge'>,
  unapproved: readonly Unmet[],
  toEvent: (merge: Merge) => MergeEvent,
): Decision {
  const { protocol, env, facts } = view;
  const { type, commit } = command;
  const refused = rejectState(protocol, type, ['COMPLETE']);
  if (refused !== null) return refused;
  const hasMoved = command.type === 'land-task' && command.from !== commit;
  // `land` looked itself whether main has the approved content, in whatever way it came there.
  const isThere = command.type === 'land-task' && !hasMoved && facts.main?.has === true;
  const unmet = unmetByMerge(view, commit).filter(({ condition }) => condition !== 'fast-forward' || !isThere);
  if (unmet.length > 0) return reject('Rejected', unmet);
  if (facts.content === null) return rejectUnknownContent();
  if (unapproved.length > 0) return err(notApproved(view, unapproved));
  const untold = hasMoved ? [] : unmetByMain(view, command);
  if (untold.length > 0) return reject('Rejected', untold);
  const { merge } = protocol;
  const isRecorded = merge?.commit === commit && merge.covers === facts.content;
  // Another call of the same session was faster: it recorded the merge under the lock that this call has, or since this call looked. A merge
  // that was recorded earlier is an old one, which main lost since.
  const mergedBefore = command.type === 'land-task' ? command.mergedBefore : undefined;
  const isSince = mergedBefore !== undefined && merge?.at !== mergedBefore;
  const isRecordedNow = isRecorded && (isSince || merge.at > (facts.main_locked_at ?? merge.at));
  if (isRecordedNow || (isRecorded && !hasMoved)) return ok([]);
  const base = facts.tree?.base;
  return ok([toEvent({ commit, covers: facts.content, at: env.now, ...(base === undefined ? {} : { base }) })]);
}

function unmetByMerge(view: ProtocolView, commit: string): readonly Unmet[] {
  const { env, facts } = view;
  const unmet: Unmet[] = [];
  if (facts.tree !== null) {
    // Else the files of the tree, which were approved, are not those of its head, which was merged.
    const { id, find } = WORK_GUARDS.everythingCommitted;
    unmet.push(...find(view).map(({ detail }) => ({ condition: id, detail })));
  }
  if (facts.main_lock !== env.session) {
    const held = facts.main_lock === null ? 'nobody holds' : `session ${facts.main_lock} holds`;
    const detail = `A merge needs the lock of the main working tree, and ${held} it. Lock it first.`;
    unmet.push({ condition: 'main-locked', detail });
  }
  if (facts.tree !== null && facts.tree.head !== commit) {
    const detail = `${commit} was merged, but the task is at ${facts.tree.head}. Merge what was approved.`;
    unmet.push({ condition: 'merged-head', detail });
  } else if (facts.main?.task !== undefined && facts.main.task !== null && facts.main.task !== commit) {
    const detail = `${commit} was merged, but the branch of the task is at ${facts.main.task}, and would be left behind. Merge what was approved.`;
    unmet.push({ condition: 'merged-head', detail });
  } else if (facts.main !== null && !facts.main.holds) {
    const { branch, head } = facts.main;
    const where = branch === null ? 'The main working tree has no branch checked out' : `${branch} is at ${head}`;
    const detail = `${where}, and was not fast-forwarded to ${commit}, so there is no such merge to record. Land the task, which also finishes what main got in another way: baton worktree land ${view.record.task_id}`;
    unmet.push({ condition: 'fast-forward', detail });
  }
  return unmet;
}

/**
 * What main had before a merge that is recorded afterwards has to be known: from its lock, or since a person saw just these commits. Whoever
 * says that main was forwarded to the task has to say it before main goes on; `land` looks itself.
 */
function unmetByMain(
  view: ProtocolView,
  { type, commit }: ProtocolCommandOf<'land-task' | 'record-merge'>,
): readonly Unmet[] {
  const { record, protocol, facts } = view;
  const { main } = facts;
  if (main === null || !main.holds || protocol.merge?.commit === commit) return [];
  const branch = main.branch ?? 'The main branch';
  const unknown = whyMergeUnknown(view, commit);
  if (unknown !== null) return [{ condition: 'merged-head', detail: unknown }];
  if (main.head === commit || type === 'land-task') return [];
  const detail = `${branch} is at ${main.head} and not at ${commit}, so it got more than ${record.task_id} before this merge was recorded. Look at that first: git log ${commit}..${main.head}. Then land the task, which records that ${branch} has it: baton worktree land ${record.task_id}`;
  return [{ condition: 'merged-head', detail }];
}
