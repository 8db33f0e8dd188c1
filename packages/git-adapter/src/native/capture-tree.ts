import type { CaptureLimits } from '@batonkit/core';
import { convertFiles } from './convert-files.ts';
import { findConversions } from './find-conversions.ts';
import { gitProblem, isChangedMeanwhile } from '../host/git-problem.ts';
import { editTree, type TreeEntry } from '../objects/git-tree.ts';
import type { Repository } from './locate-repository.ts';
import { filesOf, type Look, look } from './look.ts';
import { openObjectReader } from './object-reader.ts';
import { fingerprintOf } from './read-stable-file.ts';
import { readStatus } from './read-status.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import { statIfThere } from './stat-in-tree.ts';
import { requireLimits } from '../worktree/require-limits.ts';
import { joinPacks } from './sweep-store.ts';
import type { PackObject } from '../objects/write-pack.ts';

/** A look whose whole state is stored. */
export interface Captured {
  readonly look: Look;
  readonly tree: string;
  readonly baseTree: string;
  readonly stagedTree: string | null;
}

const ATTEMPTS = 3;

/** Looks at the working tree and stores it: what the base commit does not have goes into the store. */
export async function captureTree(
  repository: Repository,
  store: SnapshotStore,
  base: string,
  limits?: CaptureLimits,
): Promise<Captured> {
  for (let attempt = 1; ; attempt += 1) {
    const captured = await captureOnce(repository, store, base, limits);
    if (captured !== null) return captured;
    if (attempt === ATTEMPTS) throw gitProblem('changed-meanwhile', 'files kept changing while they were stored');
  }
}

/** `null` when the working tree was not the same before and after. */
async function captureOnce(
  repository: Repository,
  store: SnapshotStore,
  wanted: string,
  limits?: CaptureLimits,
): Promise<Captured | null> {
  store.prepare();
  const seen = await look(repository, wanted, { keepContent: true });
  requireLimits(filesOf(seen), limits);
  try {
    // Files are looked at one after the other. Where all that was found is older than the look, it stood so when the look began;
    // otherwise a second status tells whether anything else moved, too.
    const again = Promise.all(allOf(repository, seen).map((each) => isStill(each)));
    again.catch(() => undefined); // awaited below; until then its failure must not end the process
    const made = await makeTree(repository, store, seen);
    const staged = await makeStagedTree(repository, store, seen, made.baseTree);
    const objects = [...made.objects, ...(staged?.objects ?? [])];
    await store.add(objects);
    if (!(await again).every(Boolean)) return null;
    if (!allOf(repository, seen).every((each) => isUntouched(each.repository, each.look))) return null;
    store.recordCapture(made.tree, seen.base);
    if (staged !== null) store.recordCapture(staged.tree, seen.base);
    // A sweep may have taken objects that this capture relied on; from here on it knows the tree.
    await store.add(objects);
    await joinPacks(store);
    return { look: seen, tree: made.tree, baseTree: made.baseTree, stagedTree: staged?.tree ?? null };
  } catch (error) {
    if (isChangedMeanwhile(error)) return null;
    throw error;
  }
}

interface At {
  readonly repository: Repository;
  readonly look: Look;
}

/** A look with those inside it. */
function allOf(repository: Repository, seen: Look): readonly At[] {
  return [{ repository, look: seen }, ...seen.nested.flatMap((inner) => allOf(inner.repository, inner.look))];
}

async function isStill({ repository, look: seen }: At): Promise<boolean> {
  if (!isRecent(repository, seen)) return true;
  return (await readStatus(repository)).status.equals(seen.status);
}

interface MadeTree {
  readonly tree: string;
  readonly baseTree: string;
  readonly objects: readonly PackObject[];
}

/**
 * The tree of what was seen. A working tree inside stands in it as git has it, by its commit, as long as it is as that commit; otherwise as a
 * folder with its files.
 */
async function makeTree(repository: Repository, store: SnapshotStore, seen: Look): Promise<MadeTree> {
  if (seen.nested.length > 0) store.borrow(seen.nested.map((each) => each.repository.objects));
  const inside = new Map<string, MadeTree>();
  for (const { name, repository: inner, look: innerLook } of seen.nested)
    inside.set(name.toString('latin1'), await makeTree(inner, store, innerLook));
  const dirty = [...inside].filter(([, { tree, baseTree }]) => tree !== baseTree);
  const folders = new Map(dirty.map(([key, { tree }]) => [key, { mode: '040000', id: tree }]));
  const reader = openObjectReader(store.place);
  try {
    const conversions = findConversions(repository, seen.files);
    conversions.catch(() => undefined);
    const root = await reader.read(`${seen.base}^{tree}`);
    if (root?.type !== 'tree') throw gitProblem('unknown-commit', seen.base);
    const edit = (converted?: Converted) =>
      editTree(reader, repository.hash, root.id, new Map([...changesOf(seen, converted), ...folders]));
    // Most repositories convert nothing: the tree is made while git looks for conversions, and once more where it finds some.
    const plain = await edit();
    const converted = await convertFiles(repository, seen.base, await conversions);
    const edited = converted.size === 0 ? plain : await edit(converted);
    const below = dirty.flatMap(([, { objects }]) => objects);
    return {
      tree: edited.root,
      baseTree: root.id,
      objects: [...blobsOf(repository, seen, converted), ...edited.made, ...below],
    };
  } finally {
    reader.close();
  }
}

/**
 * What is staged, as a tree, with the blobs that only the index leads to: nothing keeps the user's git from collecting these. `null` where
 * nothing is staged that the base does not have. Of working trees inside, only their commits are staged here.
 */
async function makeStagedTree(
  repository: Repository,
  store: SnapshotStore,
  { files }: Look,
  baseTree: string,
): Promise<Pick<MadeTree, 'tree' | 'objects'> | null> {
  const staged = files.filter(({ index, base }) => index?.id !== base?.id || index?.mode !== base?.mode);
  if (staged.length === 0) return null;
  const reader = openObjectReader(store.place);
  try {
    const changes = new Map(staged.map(({ key, index }) => [key, index]));
    const edited = await editTree(reader, repository.hash, baseTree, changes);
    const blobs: PackObject[] = [];
    for (const { index, path } of staged) {
      if (index === null || index.mode === '160000' || store.has(index.id)) continue;
      const object = await reader.read(index.id);
      if (object === null) throw gitProblem('unsupported', `what is staged at ${path} is not in the repository`);
      blobs.push({ id: index.id, type: 'blob', content: object.content });
    }
    return { tree: edited.root, objects: [...blobs, ...edited.made] };
  } finally {
    reader.close();
  }
}

/** File systems keep time in steps of some milliseconds. */
const CLOCK_STEP = 50;

/** True when something that was found changed during the look, or so shortly before it that the clock cannot tell. */
function isRecent({ root }: Repository, { files, startedAt }: Look): boolean {
  const limit = startedAt - CLOCK_STEP;
  const folders = new Map<string, boolean>();
  return files.some(({ key, now }) => {
    if (now !== null) return now.changedAt === null || now.changedAt >= limit;
    // What is gone has no time of its own; the folder it was in does.
    const folder = key.slice(0, Math.max(0, key.lastIndexOf('/')));
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const path = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(folder, 'latin1')]);
    const stat = statIfThere(path);
    const isNew = stat === undefined || stat.ctimeMs >= limit;
    folders.set(folder, isNew);
    return isNew;
  });
}

type Converted = Awaited<ReturnType<typeof convertFiles>>;

/** What the base's tree becomes. */
function changesOf({ files }: Look, converted?: Converted): Map<string, TreeEntry | null> {
  return new Map(
    files.map(({ key, now }) => [key, now && { mode: now.mode, id: converted?.get(key)?.id ?? now.id }] as const),
  );
}

/** The files that the base does not have at their paths. Staged ones too: the user's git may drop its copy of those. */
function blobsOf({ root }: Repository, { files }: Look, converted: Converted): PackObject[] {
  return files.flatMap(({ key, name, now, base }): PackObject[] => {
    if (now === null || now.fingerprint === null) return [];
    const other = converted.get(key);
    const id = other?.id ?? now.id;
    if (id === base?.id) return [];
    const content = other?.content ?? now.content;
    if (content !== null) return [{ id, type: 'blob', content }];
    return [{ id, type: 'blob', size: now.size ?? 0, file: Buffer.concat([Buffer.from(`${root}/`), name]) }];
  });
}

/** True when every file that was read is still the one that was read. */
function isUntouched({ root }: Repository, { files }: Look): boolean {
  return files.every(({ name, now }) => {
    if (now === null || now.fingerprint === null) return true;
    const stat = statIfThere(Buffer.concat([Buffer.from(`${root}/`), name]));
    return stat !== undefined && fingerprintOf(stat) === now.fingerprint;
  });
}
