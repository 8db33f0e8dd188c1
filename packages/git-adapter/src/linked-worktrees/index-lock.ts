import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../host/git-problem.ts';
import { readOrdinaryFile } from '../host/read-ordinary-file.ts';
import { isGone, parseHolder } from './holder.ts';
import { inTheWay } from './linked-problem.ts';
import type { Locked } from './task-lock.ts';

/**
 * Takes git's own lock of a working tree's index, so that no git command can change it meanwhile. The file names its holder: when
 * that dies, git commands still wait, and the next call of ours, which finishes the work, can tell whose lock it is.
 */
export function lockIndex({ holder, repository, folder }: Locked, gitDirectory: string, path: string): () => void {
  const lock = join(gitDirectory, 'index.lock');
  const draft = join(folder, `index-lock-${holder.mark}`);
  writeFileSync(draft, JSON.stringify(holder));
  try {
    if (!tryLink(draft, lock)) {
      const held = readHolder(lock);
      const isDead = held !== null && isGone(held, repository.commonDirectory);
      if (isDead) rmSync(lock, { force: true });
      if (!isDead || !tryLink(draft, lock)) throw busy(path, lock);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

function busy(path: string, lock: string): Error {
  const detail = `A git command is at work in ${path}, or one was killed there (${lock}). Try again when it has finished.`;
  return inTheWay([{ condition: 'index-free', detail }]);
}

function readHolder(lock: string): ReturnType<typeof parseHolder> {
  try {
    return parseHolder(readOrdinaryFile(lock).toString('utf8'));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function tryLink(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}
