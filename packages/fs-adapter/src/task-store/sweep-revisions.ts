import { err, ok, type Result, type StoreError } from '@batonkit/core';
import { errorCode, type FileOperations } from '../files/file-operations.ts';
import { removeQuietly, writeFile } from '../files/write-file.ts';
import { encodeRevision, type RevisionFile } from './revision-file.ts';
import type { RevisionReader } from './revision-reader.ts';
import type { TaskFiles } from './task-files.ts';

/**
 * Drops the bodies of old revisions. Their files stay, with audit lines and operation id: revisions remain gapless, every
 * replay is recognised, and the name of a revision never vanishes. A revision is touched only when the next one exists
 * and is durable; it can then never be the current one again.
 */
export async function sweepRevisions(
  files: FileOperations,
  reader: RevisionReader,
  task: TaskFiles,
  isOld: (path: string) => Promise<boolean>,
): Promise<Result<number, StoreError>> {
  const found = await reader.findCurrent(task);
  if (found.isErr()) return err(found.error);
  const current = found.value;
  if (current < 2) return ok(0);
  await files.syncDirectory(task.revisions);

  // Bodies are dropped from the first revision on, so the search ends at the first one that has none.
  let first = current;
  for (; first > 1; first -= 1) {
    const file = await reader.read(task, first - 1);
    if (file.isErr()) return err(file.error);
    if (file.value.swept) break;
  }
  let removed = 0;
  for (let revision = first; revision < current && (await isOld(task.revision(revision))); revision += 1) {
    const file = await reader.read(task, revision);
    if (file.isErr()) return err(file.error);
    // A body must never stay behind one that is dropped: no later sweep would look for it.
    if (!(await dropBody(files, task, file.value))) break;
    removed += 1;
  }
  if (removed > 0) await files.syncDirectory(task.revisions);
  return ok(removed);
}

/** False when another sweep took the unfinished file for a leftover: the next one will do it. */
async function dropBody(files: FileOperations, task: TaskFiles, file: RevisionFile): Promise<boolean> {
  const unfinished = task.unfinished('other');
  const bytes = encodeRevision(task.id, { ...file, body: null, artifacts: [], swept: true });
  try {
    await writeFile(files, unfinished, bytes, { durable: true });
    await files.rename(unfinished, task.revision(file.revision));
    return true;
  } catch (error) {
    await removeQuietly(files, unfinished);
    if (errorCode(error) !== 'ENOENT') throw error;
    return false;
  }
}
