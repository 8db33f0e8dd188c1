import { type ContentFile, failure, type MainLockReader, type Warning } from '@batonkit/core';
import { toTreePath } from '../objects/tree-path.ts';
import { listChanges } from './bring-files.ts';
import { findMain, type MainBranch } from './find-main.ts';
import { findInProgress } from './find-obstacles.ts';
import { findNeverShown, findUnapproved } from './find-unapproved.ts';
import { branchOf, nameOfBranch } from '../names/linked-name.ts';
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
  /** Says when the branch had the task's commits already and went on since; left out otherwise. */
  readonly warnings?: readonly Warning[];
}

/** What moves the main branch, and on whose word. */
export interface MainMergeOptions {
  readonly taskId: string;
  readonly session: string;
  readonly mainLock: MainLockReader;
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
  const { to, isThere } = await requireForward(repository, taskId, main, approved);
  await requireApproved(repository, taskId, { main, to, isThere, approved });
  // A second call after the first one had done it, and perhaps others landed since.
  if (isThere) {
    await requireContent(repository, taskId, { main, to, approved });
    const there = { branch: main.branch, from: to, to };
    return main.commit === to
      ? there
      : { ...there, warnings: [await warnOfMore(repository, taskId, { main, to, approved })] };
  }
  const move = { branch: main.branch, from: main.commit, to };
  if (main.path === null) {
    await setBranch(repository, move);
    return move;
  }
  // As git does: who finishes a merge there would do so on another main than they looked at.
  const half = findInProgress({ path: main.path, gitDirectory: repository.commonDirectory });
  if (half.length > 0) throw inTheWay(half);
  await moveBranch(locked, { ...move, path: main.path });
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
  if (files.length > 0) {
    throw stale(
      `${branch} would bring to ${main.branch} what was not approved: ${nameSome(files)}. ${nothing} Present it first.`,
    );
  }
  const passing = isThere ? [] : await findNeverShown(repository, { from: main.commit, to }, approved.files);
  if (passing.length === 0) return;
  throw stale(
    `The history of ${branch} writes what nobody was shown for approval: ${nameSome(passing)}. ${nothing} Put the change into one commit on ${main.branch}, then land again.`,
  );
}

interface There extends Pick<MainMergeOptions, 'approved'> {
  readonly main: MainBranch;
  readonly to: string;
}

/** A merge may have the commits and drop what they changed. What later commits change is not the task's. */
async function requireContent(
  repository: LinkedRepository,
  taskId: string,
  { main, to, approved }: There,
): Promise<void> {
  const arrival = await findArrival(repository, { main: main.commit, to });
  const missing = await findDiffering(repository, { from: to, to: arrival }, approved.files);
  if (missing.length === 0) return;
  const detail = `${main.branch} has the commits of ${taskId}, but not what was approved: ${nameSome(missing)}. Nothing was recorded. Bring the task up to date (git merge --ff-only ${main.branch}, in its tree), make the change again there, and let a person approve it: return because of approval-without-coverage, and present the change.`;
  throw inTheWay([{ condition: 'merged-content', detail }]);
}

/** The first commit that the main branch was at and that has `to`. */
async function findArrival(
  repository: LinkedRepository,
  { main, to }: { readonly main: string; readonly to: string },
): Promise<string> {
  const listed = await repository.git(['rev-list', '--first-parent', '--parents', '--reverse', main, `^${to}`, '--']);
  const way = listed.split('\n').map((line) => line.split(' '));
  if (main === to || way[0]?.[1] === to) return to;
  // From the one that brought it on, all have it.
  let [low, high] = [0, way.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isMerged(repository, to, way[middle]?.[0] ?? main)) high = middle;
    else low = middle + 1;
  }
  return way[low]?.[0] ?? main;
}

async function findDiffering(
  repository: LinkedRepository,
  commits: { readonly from: string; readonly to: string },
  files: readonly ContentFile[],
): Promise<readonly string[]> {
  const changes = await listChanges(repository, commits);
  const differing = new Set(changes.map(({ name }) => toTreePath(Buffer.from(name, 'latin1'))));
  return files.map(({ path }) => path).filter((path) => differing.has(path));
}

async function warnOfMore(
  repository: LinkedRepository,
  taskId: string,
  { main, to, approved }: There,
): Promise<Warning> {
  const changed = await findDiffering(repository, { from: to, to: main.commit }, approved.files);
  const since = changed.length === 0 ? '' : ` What was approved is not on it as it was any more: ${nameSome(changed)}.`;
  const message = `${main.branch} had the commits of ${taskId} already, and is at ${main.commit} by now, so it has more than was approved with this task.${since} See what else it got: git log ${to}..${main.commit}`;
  return { code: 'MainWentOn', message };
}

function nameSome(paths: readonly string[]): string {
  return `${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ' ...' : ''}`;
}

async function requireMainLock(mainLock: MainLockReader, session: string): Promise<void> {
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
  approved: Partial<MainMergeOptions>['approved'],
): Promise<{ readonly to: string; readonly isThere: boolean }> {
  const branch = branchOf({ taskId, agent: null });
  const commit = await findBranch(repository, branch);
  if (commit === null) {
    const detail = `${taskId} has no branch ${branch} any more, so nothing was moved. Bring it back in the tree of the task, then land again: git checkout -b ${branch}`;
    throw inTheWay([{ condition: 'task-worktree', detail }]);
  }
  if (await isMerged(repository, commit, main.commit)) return { to: commit, isThere: true };
  if (await isMerged(repository, main.commit, commit)) return { to: commit, isThere: false };
  const files = approved?.files ?? [];
  if (files.length > 0 && (await findDiffering(repository, { from: commit, to: main.commit }, files)).length === 0) {
    const detail = `${main.branch} has what was approved of ${taskId} already, by other commits than those of ${branch}, so nothing is left to land, and nothing was moved. End the task: rebase its branch, which leaves nothing on it (git rebase ${main.branch}, in the tree of the task), then baton send ${taskId} return because=approval-without-coverage note=<why>, then baton send ${taskId} abandon reason=superseded note=<why>`;
    throw inTheWay([{ condition: 'nothing-to-land', detail }]);
  }
  const detail = `${main.branch} moved since ${taskId} began, so ${branch} does not fast-forward, and nothing was moved. Rebase it (git rebase ${main.branch}, in the tree of the task), then land again. Where both changed the same files, a person approves the change anew.`;
  throw inTheWay([{ condition: 'fast-forward', detail }]);
}
