import { errorCode, type FileOperations } from '../files/file-operations.ts';
import { removeQuietly, writeFile } from '../files/write-file.ts';
import type { RevisionFile } from './revision-file.ts';
import type { RevisionReader } from './revision-reader.ts';
import type { TaskFiles } from './task-files.ts';

const PAUSE_MS = 100;
const REMEMBERED_TASKS = 10_000;

/**
 * Keeps `context.json`, the copy of the body that people read: indented when it is JSON, as it is otherwise, gone when the
 * task is purged. Never the truth and never read back, so nothing here fails a commit.
 */
export interface ReadableCopies {
  /** Writes the copy; within 100 ms of the last one it is written later, so that a burst of commits pays for few. */
  update(task: TaskFiles, file: RevisionFile): Promise<void>;
}

/** Makes the keeper of the copies. */
export function createReadableCopies(files: FileOperations, reader: RevisionReader): ReadableCopies {
  const writtenAt = new Map<string, number>();
  const waiting = new Map<string, RevisionFile>();

  const write = async (task: TaskFiles, file: RevisionFile): Promise<void> => {
    if (writtenAt.size >= REMEMBERED_TASKS) writtenAt.clear();
    writtenAt.set(task.id, performance.now());
    await writeReadableCopy(files, reader, task, file);
  };

  return {
    update: async (task, file) => {
      const { id } = task;
      const rest = (writtenAt.get(id) ?? -Infinity) + PAUSE_MS - performance.now();
      if (file.body === null || rest <= 0) {
        waiting.delete(id);
        return write(task, file);
      }
      const isScheduled = waiting.has(id);
      waiting.set(id, file);
      if (isScheduled) return;
      setTimeout(() => {
        const latest = waiting.get(id);
        waiting.delete(id);
        if (latest !== undefined) void write(task, latest);
      }, rest);
    },
  };
}

async function writeReadableCopy(
  files: FileOperations,
  reader: RevisionReader,
  task: TaskFiles,
  file: RevisionFile,
): Promise<void> {
  const unfinished = task.unfinished('other');
  const isPast = ({ revision }: RevisionFile): Promise<boolean> => files.exists(task.revision(revision + 1));
  try {
    // Whoever made the next revision writes the copy.
    if (await isPast(file)) return;
    for (let latest = file; ;) {
      if (latest.body === null) await removeQuietly(files, task.readableCopy);
      else {
        await writeFile(files, unfinished, Buffer.from(indented(latest.body)), { durable: false });
        await files.rename(unfinished, task.readableCopy);
      }
      // The copy of a revision made meanwhile may have come first, and a purge may have removed it in vain.
      if (!(await isPast(latest))) return;
      const read = await reader.readCurrent(task);
      if (read.isErr() || read.value === null) return await removeQuietly(files, task.readableCopy);
      latest = read.value;
    }
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
