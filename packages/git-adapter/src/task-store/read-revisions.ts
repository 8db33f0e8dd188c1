import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { commitDigest } from '@batonkit/core';
import { errnoOf } from '../host/git-problem.ts';
import type { GitObject } from '../objects/git-object.ts';
import type { RefRepository } from './ref-repository.ts';
import { parseRevision, type RevisionCommit } from './revision-commit.ts';
import { corrupt, isDamage, StoreProblem } from './store-problem.ts';
import { taskRef } from '../names/task-ref-name.ts';

/** How many revisions are asked for at a time; each is named by its distance from the first of them. */
const CHUNK = 500;
const MAX_ATTEMPTS = 5;
const MAX_MOVES = 50;
/** What a task that was moved on meanwhile may look like. */
const MAY_HAVE_MOVED = new Set(['Corrupt', 'ArtifactMissing']);

/** The current revision of a task, or null when it never existed. Anything unreadable is `Corrupt`. */
export function readTip(repository: RefRepository, id: string): Promise<RevisionCommit | null> {
  return readTipOf(repository, id, taskRef(id));
}

/**
 * Does work on a task, and once more when what it looked for was gone because the task has moved on: a gc without a grace period takes
 * a revision that was just replaced away from under those who still read it.
 */
export async function whileSteady<T>(repository: RefRepository, id: string, work: () => Promise<T>): Promise<T> {
  const where = async (): Promise<string | null> => (await readRef(repository, id, taskRef(id)))?.id ?? null;
  for (let attempt = 1, before: string | null | undefined; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreProblem) || !MAY_HAVE_MOVED.has(error.failure.code)) throw error;
      const now = await where();
      if (now === before || attempt === MAX_MOVES) throw error;
      before = now;
    }
  }
}

/** The revision that some ref names. */
export async function readTipOf(repository: RefRepository, id: string, ref: string): Promise<RevisionCommit | null> {
  const object = await readRef(repository, id, ref);
  return object === null ? null : requireRevision(id, ref, object);
}

/** What a ref names; null only when there is no such ref. */
export async function readRef(repository: RefRepository, id: string, ref: string): Promise<GitObject | null> {
  for (let attempt = 1; ; attempt += 1) {
    const object = await readObject(repository, id, ref);
    if (object !== null) return object;
    const { code } = await repository.tryGit(['rev-parse', '--verify', '--quiet', ref]);
    if (code !== 0 && !(await isThere(join(repository.commonDirectory, ref)))) return null;
    // Somebody made it just now; or it is there and leads nowhere.
    if (attempt === MAX_ATTEMPTS) throw corrupt(id, ref, 'it leads to no object');
  }
}

/** An object by any name that git understands, or null; damage that keeps git from reading it is `Corrupt`. */
export async function readObject(repository: RefRepository, id: string, name: string): Promise<GitObject | null> {
  try {
    return await repository.objects.read(name);
  } catch (error) {
    throw isDamage(error) ? corrupt(id, name, 'git cannot read the object', error) : error;
  }
}

/** The body of a revision, checked against it; null when it was purged. */
export async function readBody(repository: RefRepository, tip: RevisionCommit): Promise<string | null> {
  const where = `${tip.commit}:body`;
  const object = tip.purged ? null : await readObject(repository, tip.id, where);
  if (object === null && !tip.purged) throw corrupt(tip.id, where, 'the body is missing');
  const body = object?.content.toString() ?? null;
  if (commitDigest({ body, audit: tip.audit }) !== tip.digest)
    throw corrupt(tip.id, where, 'its checksum does not match');
  return body;
}

/** The revisions `from` to `to` of the history that ends in `tip`, oldest first. */
export async function readRevisions(
  repository: RefRepository,
  tip: RevisionCommit,
  from: number,
  to: number,
): Promise<RevisionCommit[]> {
  const found: RevisionCommit[] = [];
  let [newest, newestRevision] = [tip.commit, tip.revision];
  for (let end = to; end >= from; end -= CHUNK) {
    const start = Math.max(from, end - CHUNK + 1);
    const numbers = Array.from({ length: end - start + 1 }, (_, index) => end - index);
    const chunk = await Promise.all(
      numbers.map(async (revision) => {
        const name = `${newest}~${newestRevision - revision}`;
        const object = await readObject(repository, tip.id, name);
        if (object === null) throw corrupt(tip.id, name, `revision ${revision} is missing`);
        const read = requireRevision(tip.id, object.id, object);
        if (read.revision !== revision) throw corrupt(tip.id, object.id, `it stands where ${revision} should be`);
        return read;
      }),
    );
    found.push(...chunk);
    newest = chunk.at(-1)?.commit ?? newest;
    newestRevision = start;
  }
  return found.reverse();
}

/** Reads an object as a revision of this task. */
export function requireRevision(id: string, where: string, object: GitObject): RevisionCommit {
  const revision = parseRevision(id, object);
  if (revision === null) throw corrupt(id, where, 'it is not a revision of this task and of this version');
  return revision;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}
