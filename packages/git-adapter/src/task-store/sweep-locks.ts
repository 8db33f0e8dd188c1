import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Clock } from '@batonkit/core';
import { errnoOf } from '../git-problem.ts';
import { removeAbandonedLock } from './abandoned-lock.ts';
import type { RefRepository } from './ref-repository.ts';

/** Removes the old lock files of our refs whose owners are proven to be gone. Answers how many. */
export async function sweepLocks(repository: RefRepository, olderThanMs: number, clock: Clock): Promise<number> {
  const { commonDirectory } = repository;
  const folder = join(commonDirectory, 'refs', 'batonkit');
  const files = await unlessGone(readdir(folder, { recursive: true }), []);
  let removed = 0;
  for (const file of files.filter((name) => name.endsWith('.lock'))) {
    const path = join(folder, file);
    const found = await unlessGone(lstat(path), null);
    if (found === null || clock.now() - found.mtimeMs < olderThanMs) continue;
    const ref = relative(commonDirectory, path).replaceAll(sep, '/').slice(0, -'.lock'.length);
    if (await removeAbandonedLock(repository, ref)) removed += 1;
  }
  return removed;
}

async function unlessGone<T, A>(operation: Promise<T>, gone: A): Promise<T | A> {
  try {
    return await operation;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return gone;
    throw error;
  }
}
