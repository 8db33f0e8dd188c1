import { type ContentFile, failure, type MainLockKeeper } from '@batonkit/core';
import { findMain, type MainBranch } from './find-main.ts';
import { findUnapproved } from './find-unapproved.ts';
import { branchOf, nameOfBranch } from './linked-name.ts';
import { inTheWay, LinkedProblem } from './linked-problem.ts';
import { findBranch, isMerged, type LinkedRepository } from './linked-repository.ts';
import { moveBranch } from './move-branch.ts';
import { setBranch } from './set-branch.ts';
import type { Locked } from './task-lock.ts';

/** What became of the main branch. */
export interface MainMerge {
  readonly branch: string;
  readonly from: string;
  readonly to: string;
}

/** What moves the main branch, and on whose word. */
export interface MainMergeOptions {
  readonly taskId: string;
  readonly session: string;
  readonly mainLock: Pick<MainLockKeeper, 'read'>;
  /**
   * What a person approved: the head of the task's branch, every file that it changes with mode and SHA-256 as checked out, and the branch that
   * it is for; without a name, the one that the main working tree has checked out.
   */
  readonly approved: { readonly commit: string; readonly files: readonly ContentFile[]; readonly branch?: string };
}

/** Moves the main branch, and the files of the working tree that has it, forward to the approved head of a task's branch. */
export async function fastForwardMain(
  locked: Locked,
  { taskId, session, mainLock, approved }: MainMergeOptions,
): Promise<MainMerge> {
  const { repository } = locked;
  await requireMainLock(mainLock, session);
  const main = await findMain(repository);
  if (nameOfBranch(main.branch) !== null) {
    const detail = `The main working tree has ${main.branch} checked out, the branch of a task. Check out the main branch there.`;
    throw inTheWay([{ condition: 'main-branch', detail }]);
  }
  // Callers without types may leave the approval out.
  const { branch: named = main.branch } = (approved as Partial<MainMergeOptions>['approved']) ?? {};
  if (named !== main.branch) {
    const detail = `The main working tree has ${main.branch} checked out, and ${taskId} began from ${named} and was approved for that. Neither was moved. Check out ${named} there, then land again.`;
    throw inTheWay([{ condition: 'main-branch', detail }]);
  }
  const { to, isThere } = await requireForward(repository, taskId, main);
  await requireApproved(repository, taskId, { main, to, isThere, approved });
  // A second call after the first one had done it, and perhaps others landed since.
  if (isThere) return { branch: main.branch, from: to, to };
  const move = { branch: main.branch, from: main.commit, to };
  if (main.path === null) await setBranch(repository, move);
  else await moveBranch(locked, { ...move, path: main.path });
  return move;
}

/** Callers without types may leave the approval out. */
async function requireApproved(
  repository: LinkedRepository,
  taskId: string,
  {
    main,
    to,
    isThere,
    approved,
  }: Pick<Partial<MainMergeOptions>, 'approved'> & {
    readonly main: MainBranch;
    readonly to: string;
    readonly isThere: boolean;
  },
): Promise<void> {
  const branch = branchOf({ taskId, agent: null });
  if (approved === undefined) {
    const detail = `${main.branch} moves only to what a person approved. Land ${taskId} with protocol.land, which knows what that is.`;
    throw new LinkedProblem(failure('NotApproved', detail, { unmet: [{ condition: 'change-approved', detail }] }));
  }
  const stale = (detail: string): LinkedProblem =>
    new LinkedProblem(failure('StaleApproval', detail, { unmet: [{ condition: 'change-approved', detail }] }));
  const nothing = `${main.branch} was not moved.`;
  if (to !== approved.commit) {
    throw stale(`${approved.commit} was approved, but ${branch} is at ${to}. ${nothing} Present the change again.`);
  }
  const files = isThere ? [] : await findUnapproved(repository, { taskId, from: main.commit, to }, approved.files);
  if (files.length === 0) return;
  const named = `${files.slice(0, 10).join(', ')}${files.length > 10 ? ' ...' : ''}`;
  throw stale(`${branch} would bring to ${main.branch} what was not approved: ${named}. ${nothing} Present it first.`);
}

async function requireMainLock(mainLock: Pick<MainLockKeeper, 'read'>, session: string): Promise<void> {
  const held = await mainLock.read();
  if (held.isErr()) {
    const detail = `It cannot be told who holds the lock of the main working tree: ${held.error.message}`;
    throw inTheWay([{ condition: 'main-locked', detail }]);
  }
  if (held.value?.session === session) return;
  const who = held.value === null ? 'nobody holds' : `session ${held.value.session} holds`;
  const detail = `The main branch moves only under the lock of the main working tree, and ${who} it. Acquire it first.`;
  throw new LinkedProblem(failure('NotOwner', detail, { unmet: [{ condition: 'main-locked', detail }] }));
}

async function requireForward(
  repository: LinkedRepository,
  taskId: string,
  main: MainBranch,
): Promise<{ readonly to: string; readonly isThere: boolean }> {
  const branch = branchOf({ taskId, agent: null });
  const commit = await findBranch(repository, branch);
  if (commit === null) {
    const detail = `${taskId} has no branch ${branch}, so nothing was merged. If its work reached ${main.branch} in another way, send lock-main, record-merge with the commit, and unlock-main.`;
    throw inTheWay([{ condition: 'task-worktree', detail }]);
  }
  if (await isMerged(repository, commit, main.commit)) return { to: commit, isThere: true };
  if (await isMerged(repository, main.commit, commit)) return { to: commit, isThere: false };
  const detail = `${main.branch} moved since ${taskId} began, so ${branch} does not fast-forward, and nothing was moved. Rebase it (git rebase ${main.branch}, in the tree of the task), then land again. Where both changed the same files, a person approves the change anew.`;
  throw inTheWay([{ condition: 'fast-forward', detail }]);
}
