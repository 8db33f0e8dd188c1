import { errorCode, type FileOperations, unlessAbsent } from '../files/file-operations.ts';
import type { TaskFiles } from './task-files.ts';

/**
 * Notes outside of the revisions that one was made, by which a reader knows that the last ones are missing. It is written without an fsync
 * after the revision is durable, so it may lag behind (a writer was killed, the power went) but never runs ahead.
 */
export async function noteLastRevision(files: FileOperations, task: TaskFiles, revision: number): Promise<void> {
  try {
    // Whoever made the next one notes it.
    if (await files.exists(task.revision(revision + 1))) return;
    await files.overwrite(task.lastRevision, Buffer.from(`${String(revision).padStart(8, '0')}\n`));
  } catch (error) {
    // The revision is made; a note that lags shows less, and that is all.
    if (errorCode(error) === null) throw error;
  }
}

/** A revision that was made, and so must exist; 0 when nothing is known, as after a loss of power. */
export async function readLastRevision(files: FileOperations, task: TaskFiles): Promise<number> {
  const bytes = await unlessAbsent(files.read(task.lastRevision), null);
  const text = bytes?.subarray(0, 32).toString('latin1') ?? '';
  return /^\d{8,15}\n$/.test(text) ? Number(text) : 0;
}
