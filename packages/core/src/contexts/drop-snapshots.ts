import type { GitFailure, GitWorktree } from '../ports/git-worktree.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, ResultAsync, type Result } from '../result/result.ts';
import { lookForWork, type LostWork } from './find-lost-work.ts';
import { listWork } from './list-work.ts';

/** What became of the snapshots of a task that was purged. */
export interface DroppedSnapshots {
  readonly dropped: number;
  readonly freedBytes: number;
  /** What stays, because it is the only copy of work that was handed off. */
  readonly kept: readonly LostWork[];
}

/** The name that keeps the only copy of some work. No task id starts with `_`, so nothing that is done to a task gives it up. */
export function lostName(taskId: string, tree: string): string {
  return `_lost/${taskId}/${tree}`;
}

/**
 * Gives up the snapshots of a task that was purged. One that is the only copy of work stays, under another name (`_lost/…`). Fails, and drops
 * nothing, when nobody can tell.
 *
 * @example
 * ```ts
 * import { dropSnapshots } from '@batonkit/core';
 * import { createGitWorktree } from '@batonkit/git-adapter';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const worktree = createGitWorktree({ directory: '/nonexistent' });
 * const dropped = await dropSnapshots({ tasks: createMemoryTaskStore(), worktree }, 'TASK-1', { olderThanMs: 0 });
 * dropped.isErr() && dropped.error.code; // => 'GitFailure'
 * ```
 */
export function dropSnapshots(
  ports: { readonly tasks: TaskStore; readonly worktree: GitWorktree },
  taskId: string,
  options: { readonly olderThanMs: number },
): ResultAsync<DroppedSnapshots, GitFailure | StoreError> {
  return new ResultAsync(dropAllBut(ports, taskId, options));
}

/**
 * Keeps the snapshots of a task that is complete for a while under other names (`TASK-1/until-<milliseconds>/…`): the first sweep after that
 * moment gives them up, and so does a purge.
 */
export async function keepForAWhile(
  worktree: GitWorktree,
  { task_id, tree_chain, named_snapshots }: Pick<TaskRecord, 'task_id' | 'tree_chain' | 'named_snapshots'>,
  until: number,
): Promise<Result<null, GitFailure>> {
  const summaries = [...tree_chain, ...named_snapshots].map(({ snapshot }) => snapshot);
  const trees = summaries.flatMap(({ tree, staged_tree }) =>
    staged_tree === undefined ? [tree] : [tree, staged_tree],
  );
  for (const tree of new Set(trees)) {
    const kept = await worktree.keep(`${task_id}/until-${until}/${tree}`, tree);
    if (kept.isErr() && kept.error.code !== 'SnapshotElsewhere') return err(kept.error);
    const dropped = await worktree.drop(`${task_id}/${tree}`);
    if (dropped.isErr()) return err(dropped.error);
  }
  return ok(null);
}

async function dropAllBut(
  { tasks, worktree }: { readonly tasks: TaskStore; readonly worktree: GitWorktree },
  taskId: string,
  options: { readonly olderThanMs: number },
): Promise<Result<DroppedSnapshots, GitFailure | StoreError>> {
  const works = await listWork(tasks, taskId);
  if (works.isErr()) return err(works.error);
  const kept: LostWork[] = [];
  for (const work of works.value) {
    const looked = await lookForWork(worktree, work);
    if (looked.isErr()) return err(looked.error);
    const lost = looked.value;
    if (lost?.paths.length === 0) continue;
    const { tree } = work.snapshot;
    const named = await worktree.keep(lostName(taskId, tree), tree);
    if (named.isOk() && lost !== null) kept.push(lost);
    // What is not stored here cannot be dropped here either.
    else if (named.isErr() && named.error.code !== 'SnapshotElsewhere') return err(named.error);
  }
  const dropped = await worktree.drop(`${taskId}/`);
  if (dropped.isErr()) return err(dropped.error);
  const swept = await worktree.sweep(options);
  return swept.isErr() ? err(swept.error) : ok({ ...dropped.value, ...swept.value, kept });
}
