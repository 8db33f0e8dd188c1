import type { CaptureLimits } from '@batonkit/core';
import { join } from 'node:path';
import { gitProblem, isChangedMeanwhile } from '../host/git-problem.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import { editTree } from '../objects/git-tree.ts';
import { look, type Look } from './look.ts';
import type { LooseObject, LooseStore } from './loose-store.ts';
import type { Repository } from './open-repository.ts';
import { requireLimits } from '../worktree/require-limits.ts';

const ATTEMPTS = 3;
/** File systems keep time in steps of some milliseconds. */
const CLOCK_STEP = 50;

/** Looks at the working tree and stores it: what the base commit does not have goes into the store. */
export async function captureTree(
  repository: Repository,
  reader: ObjectReader,
  store: LooseStore,
  base: string,
  limits?: CaptureLimits,
): Promise<{ readonly look: Look; readonly tree: string }> {
  store.prepare();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const seen = await look(repository, reader, base, { keepContent: true });
    requireLimits(seen.files, limits);
    const changes = new Map(seen.files.map(({ key, now }) => [key, now && { mode: now.mode, id: now.id }] as const));
    const { root: tree, made } = await editTree(reader, 'sha1', seen.baseTree, changes);
    const objects = [...blobsOf(repository, seen), ...made];
    try {
      await store.add(objects);
    } catch (error) {
      if (isChangedMeanwhile(error)) continue;
      throw error;
    }
    if (!(await isStill(repository, reader, seen))) continue;
    store.recordCapture(tree, seen.base);
    // A sweep may have taken objects that this capture relied on; from here on it knows the tree.
    await store.add(objects);
    return { look: seen, tree };
  }
  throw gitProblem('changed-meanwhile', 'files kept changing while they were stored');
}

/** Files are looked at one after the other: unless all that was found is older than the look, a second one has to agree. */
async function isStill(repository: Repository, reader: ObjectReader, seen: Look): Promise<boolean> {
  const isOld = seen.files.every(({ now }) => (now?.changedAt ?? Infinity) < seen.startedAt - CLOCK_STEP);
  if ((repository.trustsTimes && isOld) || (repository.isExclusive && seen.isAtOnce)) return true;
  const again = await look(repository, reader, seen.base, {});
  return summarize(again) === summarize(seen);
}

function summarize({ head, branch, files }: Look): string {
  return JSON.stringify([
    head,
    branch,
    files.map(({ path, xy, now }) => [path, xy, now?.mode, now?.id, now?.fingerprint]),
  ]);
}

/** The files that the base does not have at their paths. */
function blobsOf({ root }: Repository, { files }: Look): LooseObject[] {
  return files.flatMap(({ name, now, base }): LooseObject[] => {
    if (now === null || now.id === base?.id) return [];
    const { id, content } = now;
    if (content !== null) return [{ id, type: 'blob', content }];
    return [{ id, type: 'blob', size: now.size ?? 0, file: join(root, name.toString('utf8')) }];
  });
}
