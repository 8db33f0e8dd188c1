import nodeFs from 'node:fs';
import { errnoOf } from './git-problem.ts';
import type { WorktreeFs } from './worktree-fs.ts';

/** Forces a file, or the names in a directory, to disk. Some systems cannot do that for directories; there the files are safe. */
export function syncToDisk(path: string, isDirectory = false): void {
  try {
    sync(nodeFs, path);
  } catch (error) {
    if (!isDirectory) throw error;
  }
}

/** The same on any file system, as far as it can: some cannot sync a directory, and those in memory have nothing to sync to. */
export function syncIfPossible(fs: WorktreeFs, path: string): void {
  try {
    sync(fs, path);
  } catch (error) {
    if (!/^(EISDIR|EINVAL|EPERM|EACCES|ENOSYS|ENOTSUP|EBADF|ENOENT)$/.test(errnoOf(error) ?? '')) throw error;
  }
}

function sync(fs: WorktreeFs, path: string): void {
  const fd = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}
