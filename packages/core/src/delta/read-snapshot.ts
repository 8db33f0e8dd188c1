import { storeErrors } from '../ports/store-errors.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { deepFreeze } from '../record/freeze.ts';
import { err, ok, type Result, type ResultAsync } from '../result/result.ts';
import { WorktreeSnapshotSchema, type SnapshotSummary, type WorktreeSnapshot } from './worktree-snapshot.ts';

/** The whole snapshot behind a summary, from its artifact. */
export function readSnapshot(
  tasks: TaskStore,
  taskId: string,
  { details }: SnapshotSummary,
): ResultAsync<WorktreeSnapshot, StoreError> {
  return tasks.getArtifact(taskId, details).andThen((bytes): Result<WorktreeSnapshot, StoreError> => {
    try {
      const parsed = WorktreeSnapshotSchema.safeParse(
        JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
      );
      if (parsed.success) return ok(deepFreeze(parsed.data) as WorktreeSnapshot);
    } catch {
      // Falls through: what is not UTF-8 or not JSON is as damaged as what breaks the schema.
    }
    return err(storeErrors.corrupt(taskId, `snapshot ${details}`, 'not a snapshot'));
  });
}
