import { dirname, join } from 'node:path';
import { ensureDirectory } from '../files/ensure-directory.ts';
import type { FileOperations } from '../files/file-operations.ts';
import { writeFile } from '../files/write-file.ts';
import { checkFolders } from './check-continuity.ts';
import type { TaskFiles } from './task-files.ts';

/** Makes sure that the directories of a task exist and survive a loss of power, before anything in them is acknowledged. */
export interface TaskAnchor {
  /** Once per task and process: another process may have made the directories and died before they were durable. */
  ensure(task: TaskFiles): Promise<void>;
  /** Forgets a task whose directories turned out to be gone. */
  forget(id: string): void;
}

/** Makes an anchor over the given file operations. */
export function createTaskAnchor(files: FileOperations): TaskAnchor {
  const anchored = new Set<string>();
  return {
    ensure: async (task) => {
      if (anchored.has(task.id)) return;
      for (const directory of [task.revisions, task.artifacts, task.temporary, task.trash])
        await ensureDirectory(files, directory);
      const folders = await checkFolders(files, task);
      if (folders.isErr()) throw Object.assign(new Error(folders.error.message), { code: 'ENOTDIR' });
      const root = dirname(task.directory);
      await hideFromGit(files, root);
      for (const directory of [task.directory, root, dirname(root)]) await files.syncDirectory(directory);
      anchored.add(task.id);
    },
    forget: (id) => void anchored.delete(id),
  };
}

/**
 * A store inside a working tree must not look like an agent's work: git is told to ignore all of it. The user may edit or remove the
 * file's content; only a missing file is made. Trouble is left to the writes that follow, which meet it too and report it.
 */
async function hideFromGit(files: FileOperations, root: string): Promise<void> {
  const path = join(root, '.gitignore');
  if (await files.exists(path)) return;
  await writeFile(files, path, new TextEncoder().encode('*\n'), { durable: false }).catch(() => undefined);
}
