import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result, type StoreError } from '@batonkit/core';
import { errorCode, type FileOperations } from '../files/file-operations.ts';
import { listTrash, restoreArtifact } from './artifact-files.ts';
import type { RevisionReader } from './revision-reader.ts';
import { type TaskFiles, UNFINISHED_REVISION } from './task-files.ts';

/**
 * Removes artifacts that the current revision does not name, beside writers who may name them at any moment.
 *
 * 1. Unneeded artifacts go to `trash/`, each under a new name: from here on a writer does not find them.
 * 2. Every unfinished revision is taken away. A writer looks for its artifacts after it made its unfinished file, so one
 *    that still saw an artifact of step 1 cannot link any more; it starts again and finds the artifact missing.
 * 3. What the current revision names after all (its writer was faster than step 2) gets its name back. The rest goes.
 *
 * An interrupted sweep leaves everything readable: readers and writers look into `trash/`, and the next sweep goes on there.
 */
export async function sweepArtifacts(
  files: FileOperations,
  reader: RevisionReader,
  task: TaskFiles,
  isOld: (path: string) => Promise<boolean>,
): Promise<Result<number, StoreError>> {
  const before = await liveArtifacts(reader, task);
  if (before.isErr()) return err(before.error);
  for (const { name, kind } of await files.entries(task.artifacts)) {
    const path = join(task.artifacts, name);
    const isArtifact = kind === 'file' && /^[0-9a-f]{64}(?:\.gz)?$/.test(name);
    if (isArtifact && !before.value.has(name.slice(0, 64)) && (await isOld(path)))
      await unlessGone(files.rename(path, join(task.trash, `${name}~${randomUUID()}`)));
  }
  const trash = await listTrash(files, task);
  if (trash.length === 0) return ok(0);

  for (const { name, kind } of await files.entries(task.temporary)) {
    if (kind === 'file' && name.startsWith(UNFINISHED_REVISION))
      await unlessGone(files.remove(join(task.temporary, name)));
  }
  const after = await liveArtifacts(reader, task);
  if (after.isErr()) return err(after.error);
  // What is removed stays removed; so must the revision that allows it.
  await files.syncDirectory(task.revisions);
  let removed = 0;
  for (const trashed of trash) {
    const live = after.value.has(trashed.sha);
    if (live) await restoreArtifact(files, task, trashed);
    if ((await unlessGone(files.remove(trashed.path))) && !live) removed += 1;
  }
  return ok(removed);
}

async function liveArtifacts(
  reader: RevisionReader,
  task: TaskFiles,
): Promise<Result<ReadonlySet<string>, StoreError>> {
  return (await reader.readCurrent(task)).map((file) => new Set(file?.artifacts));
}

/** Whether it was done here; somebody else may have been faster. */
async function unlessGone(operation: Promise<void>): Promise<boolean> {
  try {
    await operation;
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
