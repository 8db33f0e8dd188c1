import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { failure } from '../result/failure.ts';
import { err, ok, okAsync, type Result, type ResultAsync } from '../result/result.ts';

/** Reads the manifest artifact that a record names. */
export function readManifest(
  tasks: TaskStore,
  { task_id, manifest_sha }: TaskRecord,
): ResultAsync<unknown, StoreError> {
  if (manifest_sha === null) return okAsync(null);
  return tasks.getArtifact(task_id, manifest_sha).andThen((bytes) => parse(task_id, bytes));
}

function parse(id: string, bytes: Uint8Array): Result<unknown, StoreError> {
  try {
    return ok(JSON.parse(new TextDecoder().decode(bytes)) as unknown);
  } catch (cause) {
    const message = `${id}: the manifest cannot be read. Capture the task anew and rebuild its context.`;
    return err(failure('Corrupt', message, { id, where: 'manifest', reason: 'not JSON' }, cause));
  }
}
