import { openTask } from '../commit/open-task.ts';
import type { GitFailure, GitWorktree, TreePath } from '../ports/git-worktree.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';

/** Work that was handed off and is in no commit and no working tree any more, so that its snapshot is the only copy. */
export interface LostWork {
  /** The role that handed it off. */
  readonly role: string;
  /** The tree of the snapshot. */
  readonly tree: string;
  readonly paths: readonly TreePath[];
}

/** A refusal to drop the only copy of handed-off work. */
export type WorkWouldBeLost = Failure<'WorkWouldBeLost', LostWork & { readonly taskId: string }>;

const MOST_NAMED = 10;

/** Looks whether the work that was handed off last still exists; `null` when it does, or when nothing can tell. */
export async function findLostWork(
  { tasks, worktree }: { readonly tasks: TaskStore; readonly worktree: GitWorktree | null },
  taskId: string,
): Promise<Result<LostWork | null, GitFailure>> {
  const opened = await openTask(tasks, taskId);
  if (opened.isErr() || opened.value.completion !== null) return ok(null);
  const work = lastWork(opened.value);
  if (worktree?.findLost === undefined || work === undefined) return ok(null);
  const { tree, base_commit: base, worktree: id } = work.snapshot;
  const own = id === worktree.id ? null : (worktree.sibling?.(id) ?? null);
  const trees: string[] = [];
  for (const place of own === null ? [worktree] : [own, worktree]) {
    const captured = await place.capture({ base });
    if (captured.isErr()) return err(captured.error);
    trees.push(captured.value.tree);
  }
  const lost = await worktree.findLost({ base, work: tree, trees });
  // Another clone has the snapshot, and nothing that is done here drops it there.
  if (lost.isErr()) return lost.error.code === 'SnapshotElsewhere' ? ok(null) : err(lost.error);
  return ok(lost.value.length === 0 ? null : { role: work.role, tree, paths: lost.value });
}

/** The last link that differs from the base: a turn that only threw the work away does not make it safe to forget. */
function lastWork({ tree_chain }: TaskRecord): TaskRecord['tree_chain'][number] | undefined {
  return tree_chain.findLast(({ snapshot }) => snapshot.diff_stat.files > 0);
}

/** The refusal for lost work. */
export function workWouldBeLost(taskId: string, lost: LostWork, forced: string): WorkWouldBeLost {
  const { role, paths } = lost;
  const named =
    paths.slice(0, MOST_NAMED).join(', ') + (paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '');
  const message = `${taskId}: nothing was done, because work that ${role} handed off is in no commit and no working tree any more: ${named}. Restore the snapshot of ${role} and commit it, or pass force, ${forced}.`;
  return failure('WorkWouldBeLost', message, { taskId, ...lost });
}
