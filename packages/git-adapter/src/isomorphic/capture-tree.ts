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
): Promise<{ readonly look: Look; readonly tree: string; readonly stagedTree: string | null }> {
  store.prepare();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const seen = await look(repository, reader, base, { keepContent: true });
    requireLimits(seen.files, limits);
    const changes = new Map(seen.files.map(({ key, now }) => [key, now && { mode: now.mode, id: now.id }] as const));
    const { root: tree, made } = await editTree(reader, 'sha1', seen.baseTree, changes);
    const staged = await makeStagedTree(reader, store, seen);
    const objects = [...blobsOf(repository, seen), ...made, ...(staged?.objects ?? [])];
    try {
      await store.add(objects);
    } catch (error) {
      if (isChangedMeanwhile(error)) continue;
      throw error;
    }
    if (!(await isStill(repository, reader, seen))) continue;
    store.recordCapture(tree, seen.base);
    if (staged !== null) store.recordCapture(staged.tree, seen.base);
    // A sweep may have taken objects that this capture relied on; from here on it knows the tree.
    await store.add(objects);
    return { look: seen, tree, stagedTree: staged?.tree ?? null };
  }
  throw gitProblem('changed-meanwhile', 'files kept changing while they were stored');
}

/** What is staged, as a tree, with the blobs that only the index leads to; `null` where nothing is staged that the base does not have. */
async function makeStagedTree(
  reader: ObjectReader,
  store: LooseStore,
  { files, baseTree }: Look,
): Promise<{ readonly tree: string; readonly objects: readonly LooseObject[] } | null> {
  const staged = files.filter(({ index, base }) => index?.id !== base?.id || index?.mode !== base?.mode);
  if (staged.length === 0) return null;
  const changes = new Map(staged.map(({ key, index }) => [key, index]));
  const { root: tree, made } = await editTree(reader, 'sha1', baseTree, changes);
  const blobs: LooseObject[] = [];
  for (const { index, path } of staged) {
    if (index === null || store.has(index.id)) continue;
    const object = await reader.read(index.id);
    if (object === null) throw gitProblem('unsupported', `what is staged at ${path} is not in the repository`);
    blobs.push({ id: index.id, type: 'blob', content: object.content });
  }
  return { tree, objects: [...blobs, ...made] };
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
