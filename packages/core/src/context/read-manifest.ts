import { openTask, type OpenTaskError } from '../commit/open-task.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { failure } from '../result/failure.ts';
import { err, ok, okAsync, type Result, type ResultAsync } from '../result/result.ts';

/** Reads the manifest artifact that a record names. */
export function readManifest(tasks: TaskStore, taskId: string): ResultAsync<unknown, OpenTaskError> {
  return openTask(tasks, taskId).andThen(({ manifest_sha }): ResultAsync<unknown, OpenTaskError> => {
    if (manifest_sha === null) return okAsync(null);
    return tasks.getArtifact(taskId, manifest_sha).andThen((bytes) => parse(taskId, bytes));
  });
}

function parse(id: string, bytes: Uint8Array): Result<unknown, OpenTaskError> {
  try {
    return ok(JSON.parse(new TextDecoder().decode(bytes)) as unknown);
  } catch (cause) {
    const message = `${id}: the manifest cannot be read. Capture the task anew and rebuild its context.`;
    return err(failure('Corrupt', message, { id, where: 'manifest', reason: 'not JSON' }, cause));
  }
}
