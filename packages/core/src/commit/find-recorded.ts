import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { ok, type Result } from '../result/result.ts';
import { findOperation, type FoundEvent } from './find-operation.ts';

/** The event that a repeated call made when it was done, whatever happened since; `null` when the call was not repeated, or made none. */
export async function findRecorded(
  tasks: TaskStore,
  { record, replayed }: { readonly record: { readonly task_id: string }; readonly replayed: boolean },
  { operationId }: { readonly operationId?: string },
  made: FoundEvent['type'],
): Promise<Result<FoundEvent | null, StoreError>> {
  if (!replayed) return ok(null);
  const found = await findOperation(tasks, record.task_id, operationId);
  return found.map((known) => known?.events.find(({ type }) => type === made) ?? null);
}
