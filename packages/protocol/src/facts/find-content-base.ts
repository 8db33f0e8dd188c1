import { err, type GitFailure, type GitWorktree, type MainBranchState, ok, type Result } from '@batonkit/core';
import { findBase } from '@batonkit/core/internal';
import type { ProtocolRecord } from '../section/protocol-record.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';

/** What the content of a task is told against. */
export interface ContentBase {
  readonly base: string;
  /** The main branch, where somebody can look. */
  readonly main: MainBranchState | null;
  /** The commits that are not of the task are those that these have. */
  readonly from: readonly string[];
  /** True when the main branch has all commits of the task. */
  readonly isOnMain: boolean;
}

/** What is known of the main branch as it was before it had the task. */
interface Before {
  readonly protocol: ProtocolSection;
  /** Where it was when the task landed just now, or when its lock was taken. */
  readonly mainWas: string | undefined;
}

/**
 * The commit that the content of a task is told against: where its head leaves the main branch. So all that a landing would bring is the
 * change of the task, wherever it began, and what main brought it is not. Once main has it all, it is told against what main had before.
 */
export async function findContentBase(
  worktree: GitWorktree,
  record: ProtocolRecord,
  before: Before,
): Promise<Result<ContentBase, GitFailure>> {
  const recorded = await findBase(worktree, record);
  if (recorded.isErr() || worktree.mainBranch === undefined || worktree.mergeBase === undefined)
    return recorded.map((base) => ({ base, main: null, from: [base], isOnMain: false }));
  const at = await worktree.head();
  if (at.isErr()) return err(at.error);
  const { commit: head, branch } = at.value;
  const name = before.protocol.main?.branch ?? null;
  const asked = { commit: head, taskId: record.task_id, ...(name === null ? {} : { branch: name }) };
  const found = await worktree.mainBranch(asked);
  if (found.isErr()) return err(found.error);
  const main = found.value;
  const shared = await worktree.mergeBase(main.head, head);
  if (shared.isErr()) return err(shared.error);
  const isLeaving = shared.value !== null && shared.value !== head;
  if (isLeaving) return ok({ base: shared.value, main, from: [shared.value, main.head], isOnMain: false });
  const isOnMain = shared.value === head;
  const base = isOnMain
    ? await findEarlier(worktree.mergeBase.bind(worktree), before, {
        head,
        began: branch === main.branch ? recorded.value : head,
      })
    : recorded;
  return base.map((earlier) => {
    const from = earlier ?? recorded.value;
    return { base: from, main, from: [from], isOnMain };
  });
}

/** Where a head that the main branch has left it before; `null` where nobody noted that. */
async function findEarlier(
  mergeBase: NonNullable<GitWorktree['mergeBase']>,
  { protocol, mainWas }: Before,
  { head, began }: { readonly head: string; readonly began: string },
): Promise<Result<string | null, GitFailure>> {
  const { merge, checkpoints, main: claimed } = protocol;
  if (merge?.base !== undefined && merge.commit === head) return ok(merge.base);
  if (mainWas !== undefined) {
    const left = await mergeBase(mainWas, head);
    // A lock that was taken after the merge tells nothing.
    if (left.isErr() || left.value !== head) return left;
  }
  const shown = checkpoints.change.presented?.base;
  if (shown !== undefined) return ok(shown);
  // Who works on the main branch itself began where the task says, unless that is later than main was.
  return claimed === undefined ? ok(null) : mergeBase(claimed.commit, began);
}
