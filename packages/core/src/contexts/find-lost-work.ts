import { readTaskToPurge, type ReadTaskError, type Room } from '../commit/read-task.ts';
import type { Warning } from '../result/warning.ts';
import { readSnapshot } from '../deltas/read-snapshot.ts';
import type { GitFailure, GitWorktree, TreePath } from '../ports/git-worktree.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { TreeLink } from '../slices/deltas.ts';
import type { UnknownSection } from '../record/unknown-section.ts';
import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { isWork, listWork } from './list-work.ts';

/** Work that was handed off and is in no commit and no working tree any more, as far as can be seen from here. */
export interface LostWork {
  /** The role that handed it off. */
  readonly role: string;
  /** The tree of the snapshot, which is the only copy. */
  readonly tree: string;
  /** The working tree that it was handed off in. */
  readonly worktree: string;
  /** Whether this repository holds the snapshot; false in another clone, which sees neither it nor the tree. */
  readonly isHere: boolean;
  readonly paths: readonly TreePath[];
}

/** A refusal to drop the only copy of handed-off work. */
export type WorkWouldBeLost = Failure<'WorkWouldBeLost', LostWork & { readonly taskId: string }>;

/** What a look for lost work goes by. */
export interface LostWorkPorts extends Room {
  readonly worktree: GitWorktree | null;
}

const MOST_NAMED = 10;
/** Why a repository cannot know the work: it is another one, or none. */
const NOT_THIS_ONE = ['unknown-commit', 'not-a-repository', 'no-commit', 'bare'];

/** Looks whether the work that was handed off last still exists; `null` when it does, or when there is nothing to look with. */
export async function findLostWork(
  { tasks, machine, worktree }: LostWorkPorts,
  taskId: string,
): Promise<Result<LostWork | null, GitFailure | ReadTaskError | UnknownSection>> {
  const state = await readTaskToPurge({ tasks, machine }, taskId);
  if (state.isErr()) return err(state.error);
  const { record, unreadable } = state.value;
  if (worktree === null || (record === null && unreadable === undefined)) return ok(null);
  const chain =
    record === null ? (await listWork(tasks, taskId)).map((works) => works.slice(-1)) : ok(record.tree_chain);
  if (chain.isErr()) return err(chain.error);
  const work = chain.value.findLast(isWork);
  if (work === undefined || (record !== null && record.completion !== null)) return ok(null);
  const looked = await lookForWork(worktree, work);
  if (looked.isErr()) return err(looked.error);
  if (looked.value !== null) return ok(looked.value.paths.length === 0 ? null : looked.value);
  const missing = await findMissing({ tasks, worktree }, taskId, work);
  return missing.map((paths) => (paths.length === 0 ? null : lostWork(work, false, paths)));
}

/** Which paths of a snapshot that is stored here are in no commit and no working tree; `null` when it is not stored here. */
export async function lookForWork(worktree: GitWorktree, work: TreeLink): Promise<Result<LostWork | null, GitFailure>> {
  const { tree, base_commit: base, worktree: id } = work.snapshot;
  if (worktree.findLost === undefined) return ok(lostWork(work, true, []));
  const own = id === worktree.id ? null : (worktree.sibling?.(id) ?? null);
  const trees: string[] = [];
  for (const place of own === null ? [worktree] : [own, worktree]) {
    const captured = await place.capture({ base });
    if (captured.isErr()) return NOT_THIS_ONE.includes(captured.error.data.reason) ? ok(null) : err(captured.error);
    trees.push(captured.value.tree);
  }
  const lost = await worktree.findLost({ base, work: tree, trees });
  if (lost.isErr()) return lost.error.code === 'SnapshotElsewhere' ? ok(null) : err(lost.error);
  return ok(lostWork(work, true, lost.value));
}

/** Without the snapshot, work is known by its bytes: which of its files are neither in HEAD nor in the working tree. */
async function findMissing(
  { tasks, worktree }: { readonly tasks: TaskStore; readonly worktree: GitWorktree },
  taskId: string,
  { snapshot }: TreeLink,
): Promise<Result<readonly TreePath[], ReadTaskError>> {
  const stored = await readSnapshot(tasks, taskId, snapshot);
  if (stored.isErr()) return err(stored.error);
  const files = stored.value.files_changed;
  const paths = files.map(({ path }) => path);
  const head = await worktree.head();
  if (head.isErr()) return ok(paths);
  const { commit } = head.value;
  const observed = await worktree.observe({ base: commit, also: paths });
  if (observed.isErr()) return ok(paths);
  const state = observed.value;
  const committedTree = await worktree.treeOf(commit);
  if (committedTree.isErr()) return ok(paths);
  const tree = committedTree.value;
  const onDisk = new Map([...(state.also ?? []), ...state.changed].map(({ path, sha256 }) => [path, sha256]));
  const missing: TreePath[] = [];
  for (const { path, sha256 } of files) {
    if ((onDisk.get(path) ?? null) === sha256) continue;
    const committed = await worktree.readBlob(tree, path);
    const found = committed.map((bytes) => (bytes === null ? null : sha256Hex(bytes))).unwrapOr(undefined);
    if (found !== sha256) missing.push(path);
  }
  return ok(missing);
}

function lostWork({ role, snapshot }: TreeLink, isHere: boolean, paths: readonly TreePath[]): LostWork {
  return { role, tree: snapshot.tree, worktree: snapshot.worktree, isHere, paths };
}

/** The refusal for lost work. */
export function workWouldBeLost(taskId: string, lost: LostWork): WorkWouldBeLost {
  const { role, paths, isHere, worktree } = lost;
  const named =
    paths.slice(0, MOST_NAMED).join(', ') + (paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '');
  const reason = isHere
    ? `work that ${role} handed off is in no commit and no working tree any more (ignored files don't count): ${named}. Restore the snapshot of ${role} and commit it`
    : `work that ${role} handed off in another repository (working tree ${worktree}) is not here: ${named}. Do it there, or bring the work here by a commit`;
  const message = `${taskId}: nothing was done, because ${reason}, or pass force, which keeps the snapshot.`;
  return failure('WorkWouldBeLost', message, { taskId, ...lost });
}

/** What is said once it was forgotten all the same. */
export function workKept(taskId: string, { role, paths, tree, isHere, worktree }: LostWork): Warning {
  const where = isHere ? '' : ` in the repository of working tree ${worktree}`;
  const message = `${taskId}: work that ${role} handed off is in no commit and no working tree that can be seen from here: ${paths.length} files. Its snapshot is kept${where}: tree ${tree}.`;
  return { code: 'WorkLost', message };
}

/** What is said where there is no working tree to look with. */
export function workUnchecked(taskId: string): Warning {
  const message = `${taskId}: nobody looked whether the work that was handed off still exists, because no working tree was given. Its snapshots stay where they are.`;
  return { code: 'WorkUnchecked', message };
}
