import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { errnoOf } from './git-problem.ts';
import type { WorktreeFs } from './worktree-fs.ts';

/** By then whoever wrote a temporary file has ended. Its process number tells less: other containers and hosts count for themselves. */
const LEFTOVER_AGE = 3_600_000;

/** Writes a file so that readers see the old or the new one; with `sync`, it is durable when this returns. */
export function replaceFile(
  fs: WorktreeFs,
  path: string,
  content: Buffer | string,
  sync?: (path: string, isDirectory: boolean) => void,
): void {
  const temporary = temporaryIn(dirname(path));
  try {
    fs.writeFileSync(temporary, content, { flag: 'wx' });
    sync?.(temporary, false);
    fs.renameSync(temporary, path);
    sync?.(dirname(path), true);
  } catch (error) {
    removeIfThere(fs, temporary);
    throw error;
  }
}

/** A path for a file that gets its name when it is whole. */
export function temporaryIn(directory: string): string {
  return join(directory, `tmp_${process.pid}_${randomBytes(8).toString('hex')}`);
}

/** Whether a file, by its name and age, was left by a writer that has ended. */
export function isLeftover(name: string, changedAt: number): boolean {
  return isTemporary(name) && changedAt <= Date.now() - LEFTOVER_AGE;
}

/** Whether a name is one that {@link temporaryIn} gives. */
export function isTemporary(name: string): boolean {
  return /^tmp_\d+_/.test(name);
}

/** True when it was there. */
export function removeIfThere(fs: WorktreeFs, path: string): boolean {
  try {
    fs.unlinkSync(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}
