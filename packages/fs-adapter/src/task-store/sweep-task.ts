import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { type Clock, err, ok, type Result, type StoreError } from '@batonkit/core';
import { errorCode, type FileOperations } from '../files/file-operations.ts';
import { checkFolders } from './check-continuity.ts';
import type { ReadableCopies } from './readable-copy.ts';
import type { RevisionReader } from './revision-reader.ts';
import { sweepRevisions } from './sweep-revisions.ts';
import { isUnfinished, type TaskFiles, UNFINISHED_REVISION } from './task-files.ts';
import { listTrash, restoreArtifact } from './artifact-files.ts';

/** What a sweep works with. */
export interface SweepTools {
  readonly files: FileOperations;
  readonly reader: RevisionReader;
  readonly copies: ReadableCopies;
  readonly clock: Clock;
}

/** Gives back what one task no longer needs and is older than asked for; answers how many things that were. */
export async function sweepTask(
  { files, reader, copies, clock }: SweepTools,
  task: TaskFiles,
  olderThanMs: number,
): Promise<Result<number, StoreError>> {
  const isOld = async (path: string): Promise<boolean> => {
    const writtenAt = await files.writtenAt(path);
    return writtenAt !== null && clock.now() - writtenAt >= olderThanMs;
  };

  const folders = await checkFolders(files, task);
  if (folders.isErr()) return err(folders.error);
  let removed = 0;
  for (const { name, kind } of await files.entries(task.temporary)) {
    const path = join(task.temporary, name);
    if (kind !== 'file' || !isUnfinished(name) || !(await isOld(path))) continue;
    await files.remove(path).then(
      () => (removed += 1),
      () => undefined, // Its writer was faster.
    );
  }
  for (const sweep of [sweepRevisions, sweepArtifacts]) {
    const swept = await sweep(files, reader, task, isOld);
    if (swept.isErr()) return err(swept.error);
    removed += swept.value;
  }
  const current = await reader.readCurrent(task);
  if (current.isErr()) return err(current.error);
  if (current.value !== null) await copies.update(task, current.value);
  return ok(removed);
}

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
async function sweepArtifacts(
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
