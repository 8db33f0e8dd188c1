import { replayAudit } from '../audit/replay-audit.ts';
import type { CommitError, MutationOptions, TaskCommitter, Warning } from '../commit/task-committer.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { CompletionSummary, TaskRecord } from '../record/task-record.ts';
import { err, ok, type Result } from '../result/result.ts';
import { readAuditTrail } from './read-audit-trail.ts';

/** Called once a task is complete, before its context goes. May be async; if it throws, that becomes a warning. */
export type CompletionHook = (completed: {
  readonly record: TaskRecord;
  readonly summary: CompletionSummary;
}) => unknown;

/** A completed task: its record as it last was, and the summary that stays in the audit. */
export interface CompletedTask {
  readonly record: TaskRecord;
  readonly revision: number;
  readonly summary: CompletionSummary;
  readonly warnings: readonly Warning[];
}

/** Commits the completion, runs the hooks, purges. Only the first of these can fail; the rest ends in warnings. */
export async function completeTask(
  ports: {
    readonly tasks: TaskStore;
    readonly committer: TaskCommitter;
    readonly purge: TaskCommitter['purge'];
    readonly hooks: readonly CompletionHook[];
  },
  taskId: string,
  options: MutationOptions,
): Promise<Result<CompletedTask, CommitError>> {
  const { tasks, committer, purge, hooks } = ports;
  const committed = await committer.commit({ taskId, command: { type: 'complete-task' }, options });
  if (committed.isErr()) {
    const earlier = committed.error.code === 'ContextNotFound' ? await findCompleted(tasks, taskId) : null;
    return earlier === null ? err(committed.error) : ok(earlier);
  }
  const { record, revision } = committed.value;
  if (record.completion === null) throw new Error('completeTask: a completed task has no completion.');
  const { summary } = record.completion;

  const warnings: Warning[] = record.roles
    .filter((role) => summary.roles[role] === 'pending')
    .map((role) => ({ code: 'RoleNeverStarted', message: `${taskId} was completed although ${role} never started.` }));
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
    return ok({ record, revision, summary, warnings: [...warnings, { code: 'PurgeFailed', message }] });
  }
  return ok({ record, revision: purged.value.revision, summary, warnings: [...warnings, ...purged.value.warnings] });
}

/** A task that was completed and purged by an earlier call, from its audit; so a repeated call succeeds too. */
export async function findCompleted(tasks: TaskStore, taskId: string): Promise<CompletedTask | null> {
  const trail = await readAuditTrail(tasks, taskId);
  if (trail.isErr()) return null;
  const replayed = replayAudit(trail.value.entries);
  const record = replayed.isOk() ? replayed.value.record : null;
  if (record === null || record.completion === null) return null;
  const revision = trail.value.entries.at(-1)?.revision ?? 0;
  return { record, revision, summary: record.completion.summary, warnings: [] };
}
