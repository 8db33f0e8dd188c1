import { storeErrors } from '../ports/store-errors.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { deepFreeze } from '../record/freeze.ts';
import { createRecentValues } from '../machine/recent-values.ts';
import { err, ok, type Result, type ResultAsync } from '../result/result.ts';
import { WorktreeSnapshotSchema, type SnapshotSummary, type WorktreeSnapshot } from '../slices/worktree-snapshot.ts';

/** Snapshots by the SHA-256 of their artifact, which stores verify. */
export const recentSnapshots = createRecentValues<WorktreeSnapshot>(4);

/** The whole snapshot behind a summary, from its artifact. */
export function readSnapshot(
  tasks: TaskStore,
  taskId: string,
  { details }: SnapshotSummary,
): ResultAsync<WorktreeSnapshot, StoreError> {
  return tasks.getArtifact(taskId, details).andThen((bytes): Result<WorktreeSnapshot, StoreError> => {
    const known = recentSnapshots.recall(details);
    if (known !== undefined) return ok(known);
    try {
      const parsed = WorktreeSnapshotSchema.safeParse(
        JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
      );
      if (parsed.success) {
        const snapshot = deepFreeze(parsed.data) as WorktreeSnapshot;
        recentSnapshots.remember(details, snapshot);
        return ok(snapshot);
      }
    } catch {
      // Falls through: what is not UTF-8 or not JSON is as damaged as what breaks the schema.
    }
    return err(storeErrors.corrupt(taskId, `snapshot ${details}`, 'not a snapshot'));
  });
}
