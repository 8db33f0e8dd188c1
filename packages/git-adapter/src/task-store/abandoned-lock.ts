import { closeSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Clock } from '@batonkit/core';
import { errnoOf } from '../host/git-problem.ts';
import { readOrdinaryFile } from '../host/read-ordinary-file.ts';
import { hasProcessWith } from '../locks/process-table.ts';
import { isEmptyLockAbandoned } from '../locks/empty-lock.ts';
import type { RefRepository } from './ref-repository.ts';
import { parseWriterLine, writerMark } from '../locks/writer-mark.ts';

/**
 * Removes the lock file of a ref when the git process that made it is proven to be gone. Answers whether it did.
 *
 * The proof: the file holds the id of an object that one attempt of ours made for itself alone, and that object says where its
 * writer ran. Was that this machine before its last start, the process is gone. Was it here and now, it would be visible with
 * that id among its arguments, and no such process is. An empty file has a proof of its own, see empty-lock.ts. Everything else
 * (the lock of another program, of another host or container) proves nothing, and the file stays.
 *
 * Only one process ever removes a lock: the one that first makes a guard of the lock's identity. So nobody can remove a lock that
 * somebody else took in between.
 */
export async function removeAbandonedLock(repository: RefRepository, ref: string): Promise<boolean> {
  const lock = join(repository.commonDirectory, `${ref}.lock`);
  const found = readLock(lock);
  if (found === null || process.platform !== 'linux' || !canSeeOwner(lock)) return false;
  const isProven = found.attempt === '' ? isEmptyLockAbandoned(lock) : await isGone(repository, found.attempt);
  if (!isProven) return false;

  const guards = join(repository.commonDirectory, 'batonkit', 'abandoned-locks');
  const guard = join(guards, found.identity);
  mkdirSync(guards, { recursive: true });
  try {
    closeSync(openSync(guard, 'wx', 0o600));
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    // Read again: whoever had the guard before may have removed the lock, and another one may stand in its place.
    if (readLock(lock)?.identity !== found.identity) return false;
    rmSync(lock);
    return true;
  } finally {
    rmSync(guard);
  }
}

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

/** What a lock file holds (nothing, or one id) and which file it is; null when it is gone or not git's. */
function readLock(lock: string): { readonly attempt: string; readonly identity: string } | null {
  try {
    const { ino, ctimeNs } = lstatSync(lock, { bigint: true });
    const held = /^(?:([0-9a-f]{40}|[0-9a-f]{64})\n)?$/.exec(readOrdinaryFile(lock).toString('latin1'));
    const attempt = held?.[1] ?? '';
    return held === null ? null : { attempt, identity: `${attempt}-${ino}-${ctimeNs}` };
  } catch {
    return null; // Gone, or not for us to read: nothing is proven.
  }
}

async function isGone(repository: RefRepository, attempt: string): Promise<boolean> {
  const object = await repository.objects.read(attempt);
  const writer = object === null ? null : parseWriterLine(object.content.toString());
  const here = writerMark(repository.commonDirectory);
  if (writer === null || writer.host !== here.host) return false;
  if (writer.boot !== here.boot) return true;
  return writer.space === here.space && !hasProcessWith(attempt);
}

/** Processes of other users may be hidden from us. */
function canSeeOwner(lock: string): boolean {
  const self = process.getuid?.();
  return self === 0 || lstatSync(lock, { throwIfNoEntry: false })?.uid === self;
}

async function unlessGone<T, A>(operation: Promise<T>, gone: A): Promise<T | A> {
  try {
    return await operation;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return gone;
    throw error;
  }
}
