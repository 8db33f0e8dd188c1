import { errorCode, type FileOperations } from '../files/file-operations.ts';
import { removeQuietly, writeFile } from '../files/write-file.ts';
import type { RevisionFile } from './revision-file.ts';
import type { TaskFiles } from './task-files.ts';

/**
 * Writes `context.json`, the copy of the body that people read: indented when it is JSON, as it is otherwise, gone when the
 * task is purged. Never the truth and never read back, so nothing here fails a commit; a sweep brings a stale copy up to date.
 */
export async function writeReadableCopy(files: FileOperations, task: TaskFiles, file: RevisionFile): Promise<void> {
  const unfinished = task.unfinished('other');
  try {
    if (await files.exists(task.revision(file.revision + 1))) return;
    if (file.body === null) return await removeQuietly(files, task.readableCopy);
    await writeFile(files, unfinished, Buffer.from(indented(file.body)), { durable: false });
    await files.rename(unfinished, task.readableCopy);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    await removeQuietly(files, unfinished);
  }
}

function indented(body: string): string {
  try {
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
  } catch {
    return body;
  }
}
