import { findRecorded } from '../commit/find-recorded.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { WorktreeSnapshot } from '../slices/worktree-snapshot.ts';

/** The snapshot that a request recorded when it was done, whatever was handed off since; `null` when it recorded none. */
export async function recordedSnapshot(
  tasks: TaskStore,
  record: TaskRecord,
  operationId: string | undefined,
): Promise<Result<WorktreeSnapshot | null, StoreError>> {
  const named = operationId === undefined ? {} : { operationId };
  const taken = await findRecorded(tasks, { record, replayed: true }, named, 'snapshot-taken');
  if (taken.isErr()) return err(taken.error);
  const { details } = (taken.value?.['snapshot'] ?? {}) as { readonly details?: unknown };
  const link = record.tree_chain.find(({ snapshot }) => snapshot.details === details);
  return link === undefined ? ok(null) : readSnapshot(tasks, record.task_id, link.snapshot);
}
