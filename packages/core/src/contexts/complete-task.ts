import type { CommitError, MutationOptions, TaskCommitter } from '../commit/task-committer.ts';
import { readTask, type Room } from '../commit/read-task.ts';
import { openTask, requireKnown } from '../commit/open-task.ts';
import { lookAtTree } from '../deltas/look-at-tree.ts';
import { isSameTree } from '../deltas/own-tree.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitFailure, GitWorktree, SnapshotElsewhere } from '../ports/git-worktree.ts';
import type { CompletionSummary, TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import { lostName } from './drop-snapshots.ts';
import { findLostWork, workKept, workUnchecked, workWouldBeLost, type WorkWouldBeLost } from './find-lost-work.ts';
import { isWork } from './list-work.ts';
import { findCompletedRecord } from '../commit/find-completed-record.ts';

/** Called once a task is complete, before its context goes. May be async; if it throws, that becomes a warning. */
export type CompletionHook = (completed: {
  readonly record: TaskRecord;
  readonly summary: CompletionSummary;
}) => unknown;

/** A completed task: its record as it last was, and the summary that stays in the audit. */
export interface CompletedTask<Task extends TaskRecord = TaskRecord> {
  readonly record: Task;
  readonly revision: number;
  /** True when an earlier call completed the task; the hooks run again unless that one also purged it. */
  readonly replayed: boolean;
  readonly summary: NonNullable<Task['completion']>['summary'];
  readonly warnings: readonly Warning[];
}

/** What a write takes that drops snapshots. */
export interface ForcedOptions extends MutationOptions {
  /** Go on although work that was handed off exists in its snapshot alone. */
  readonly force?: boolean;
}

/** Commits the completion, runs the hooks, purges. Only the first of these can fail; the rest ends in warnings. */
export async function completeTask(
  ports: Room & {
    readonly worktree: GitWorktree | null;
    readonly clock: Clock;
    readonly committer: TaskCommitter;
    readonly purge: TaskCommitter['purge'];
    readonly hooks: readonly CompletionHook[];
  },
  taskId: string,
  { force = false, ...options }: ForcedOptions,
): Promise<Result<CompletedTask, CommitError | WorkWouldBeLost | GitFailure | SnapshotElsewhere>> {
  const { tasks, machine, worktree, committer, purge, hooks } = ports;
  const before = await readTask({ tasks, machine }, taskId);
  if (before.isErr()) return err(before.error);
  const readable = before.value.record === null ? ok(null) : requireKnown(machine, before.value.record);
  if (readable.isErr()) return err(readable.error);
  const looked = await findLostWork(ports, taskId);
  if (looked.isErr()) return err(looked.error);
  const lost = looked.value;
  const command = {
    type: 'complete-task',
    ...(lost === null ? {} : { lostWork: { tree: lost.tree, files: lost.paths.length } }),
  } as const;
  if (lost !== null && !force) {
    // What is refused anyway is refused for its own reasons.
    const opened = await openTask({ tasks, machine }, taskId);
    const decided = opened.map((record) => committer.decide(record, command, options));
    if (decided.isErr() || decided.value.isOk()) return err(workWouldBeLost(taskId, lost));
  }
  const warnings = [...(await findChangedTree(ports, taskId))];
  const committed = await committer.commit<GitFailure | SnapshotElsewhere>({
    taskId,
    command,
    options,
    ...(lost?.isHere === true && worktree !== null
      ? { keep: () => worktree.keep(lostName(taskId, lost.tree), lost.tree) }
      : {}),
  });
  if (committed.isErr()) {
    const earlier = committed.error.code === 'ContextNotFound' ? await findCompleted({ tasks, machine }, taskId) : null;
    if (earlier === null) return err(committed.error);
    // Its record is gone; the fence stays.
    const record = { ...earlier.record, completion: null };
    return committer.machine.allows(record, command, options.session ?? null).map(() => earlier);
  }
  const { record, revision, replayed } = committed.value;
  if (record.completion === null) throw new Error('completeTask: a completed task has no completion.');
  const { summary } = record.completion;
  if (lost !== null) warnings.push(workKept(taskId, lost));
  if (worktree === null && record.tree_chain.some(isWork)) warnings.push(workUnchecked(taskId));

  for (const role of record.roles.filter((name) => summary.roles[name] === 'pending'))
    warnings.push({ code: 'RoleNeverStarted', message: `${taskId} was completed although ${role} never started.` });
  for (const hook of hooks) {
    try {
      await hook({ record, summary });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      warnings.push({
        code: 'CompletionHookFailed',
        message: `${taskId} is complete, but a completion hook failed: ${reason}`,
      });
    }
  }

  const { operationId, ...purgeOptions } = options;
  const purged = await purge(taskId, purgeOptions, 'purged after completion');
  if (purged.isErr()) {
    const message = `${taskId} is complete, but its context could not be purged: ${purged.error.message} Call purge to try again.`;
    return ok({ record, revision, replayed, summary, warnings: [...warnings, { code: 'PurgeFailed', message }] });
  }
  // Both may tell of the same work that is kept.
  const known = new Set(warnings.map(({ message }) => message));
  const told = [...warnings, ...purged.value.warnings.filter(({ message }) => !known.has(message))];
  return ok({ record, revision: purged.value.revision, replayed, summary, warnings: told });
}

/** Tells when the tree is neither what was handed off last nor a commit of that. Under the protocol its own guards do. */
async function findChangedTree(
  { tasks, machine, worktree, clock }: Room & { readonly worktree: GitWorktree | null; readonly clock: Clock },
  taskId: string,
): Promise<readonly Warning[]> {
  if (worktree === null) return [];
  const opened = await openTask({ tasks, machine }, taskId);
  const record = opened.isOk() ? opened.value : null;
  const last = record?.tree_chain.at(-1);
  const isHere = last !== undefined && isSameTree(worktree, last.snapshot.worktree);
  if (record === null || !isHere || machine.homeOf(record) !== null) return [];
  const look = await lookAtTree({ tasks, worktree, clock }, record, last, 'either');
  if (look.isErr() || look.value.verdict !== 'drift') return [];
  const message = `${taskId} was completed although the working tree is not what ${last.role} handed off last: ${look.value.report.checks.length} checks differ.`;
  return [{ code: 'TreeChanged', message }];
}

/** A task that was completed and purged by an earlier call, from its audit; so a repeated call succeeds too. */
export async function findCompleted<Task extends TaskRecord>(
  room: Room<Task>,
  taskId: string,
): Promise<CompletedTask<Task> | null> {
  const found = await findCompletedRecord(room, taskId);
  if (found === null) return null;
  const { record, revision, completion } = found;
  return { record, revision, replayed: true, summary: completion.summary, warnings: [] };
}
