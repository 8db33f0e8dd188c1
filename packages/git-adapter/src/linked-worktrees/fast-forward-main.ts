import { failure, type MainLockKeeper } from '@batonkit/core';
import { findMain } from './find-main.ts';
import { branchOf } from './linked-name.ts';
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

/** Moves the main branch, and the files of the working tree that has it, forward to the branch of a task. */
export async function fastForwardMain(
  locked: Locked,
  {
    taskId,
    session,
    mainLock,
  }: { readonly taskId: string; readonly session: string; readonly mainLock: Pick<MainLockKeeper, 'read'> },
): Promise<MainMerge> {
  const { repository } = locked;
  await requireMainLock(mainLock, session);
  const main = await findMain(repository);
  const to = await requireForward(repository, taskId, main);
  const move = { branch: main.branch, from: main.commit, to };
  if (main.path === null) await setBranch(repository, move);
  else await moveBranch(locked, { ...move, path: main.path });
  return move;
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
  main: { readonly branch: string; readonly commit: string },
): Promise<string> {
  const branch = branchOf({ taskId, agent: null });
  const commit = await findBranch(repository, branch);
  if (commit === null) {
    const detail = `${taskId} has no branch ${branch}, so nothing was merged. If its work reached ${main.branch} in another way, send lock-main, record-merge with the commit, and unlock-main.`;
    throw inTheWay([{ condition: 'task-worktree', detail }]);
  }
  if (await isMerged(repository, main.commit, commit)) return commit;
  // A second call after the first one had done it, and perhaps others merged since.
  if (await isMerged(repository, commit, main.commit)) return main.commit;
  const detail = `${main.branch} moved since ${taskId} began, so ${branch} does not fast-forward. Rebase the task on it, then validate and review it again.`;
  throw inTheWay([{ condition: 'fast-forward', detail }]);
}
