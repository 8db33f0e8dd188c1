import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { TreePath } from '@batonkit/core';
import { folderInTheWay, gitProblem, snapshotElsewhere } from '../host/git-problem.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import { findInTree, type TreeEntry } from '../objects/git-tree.ts';
import { requireSafeName } from '../objects/safe-name.ts';
import { isRegular } from '../worktree/seen-file.ts';
import { fromTreePath } from '../objects/tree-path.ts';
import { readIndex } from './look.ts';
import type { Repository } from './open-repository.ts';
import { readStableFile } from './read-stable-file.ts';
import { walkWhole } from './walk-worktree.ts';
import { listNames, statOf, type WorktreeFs } from '../host/worktree-fs.ts';

interface Plan {
  readonly path: TreePath;
  /** Below the working tree's root. */
  readonly at: string;
  readonly expected: string | null;
  readonly entry: TreeEntry | null;
  readonly content: Buffer | null;
}

/** Puts listed files of a tree back. Everything is checked and prepared before the first file changes. */
export async function restoreFiles(
  repository: Repository,
  reader: ObjectReader,
  tree: string,
  files: readonly { readonly path: TreePath; readonly expected: string | null }[],
): Promise<{ readonly written: number; readonly removed: number }> {
  const { fs, root } = repository;
  const plans = await plan(reader, tree, files);
  if (plans.some(({ entry }) => isRegular(entry?.mode))) await requirePlainCheckout(repository, reader);
  const goners = new Set(plans.filter(({ entry }) => entry === null).map(({ at }) => at));
  const check = (): void => plans.forEach((each) => requireExpected(fs, root, each, goners));
  check();

  const ready: { readonly temporary: string; readonly at: string }[] = [];
  const links = plans.filter(({ entry }) => entry?.mode === '120000');
  try {
    for (const { at, entry, content } of plans) {
      if (content === null || !isRegular(entry?.mode)) continue;
      const folder = nearestFolder(fs, root, at, goners);
      const temporary = join(folder, `.batonkit-restore-${randomBytes(8).toString('hex')}`);
      ready.push({ temporary, at });
      fs.writeFileSync(temporary, content, { flag: 'wx', mode: entry?.mode === '100755' ? 0o777 : 0o666 });
    }
    check();
    let removed = 0;
    for (const { at, entry, expected } of plans) {
      if (entry !== null || expected === null) continue;
      fs.unlinkSync(join(root, at));
      removed += 1;
    }
    for (const { temporary, at } of ready) fs.renameSync(temporary, makeRoom(fs, join(root, at), false));
    // A link is made in its place: not every file system moves links without following them.
    for (const { at, content } of links)
      fs.symlinkSync(content?.toString('utf8') ?? '', makeRoom(fs, join(root, at), true));
    return { written: ready.length + links.length, removed };
  } finally {
    for (const { temporary } of ready) if (statOf(fs, temporary) !== undefined) fs.unlinkSync(temporary);
  }
}

/** Makes the folders above a path, and removes what is in the way. */
function makeRoom(fs: WorktreeFs, path: string, isLink: boolean): string {
  fs.mkdirSync(dirname(path), { recursive: true });
  const stat = statOf(fs, path);
  if (stat?.isDirectory() === true) removeEmptyFolders(fs, path);
  else if (stat !== undefined && (isLink || stat.isSymbolicLink())) fs.unlinkSync(path);
  return path;
}

async function plan(
  reader: ObjectReader,
  tree: string,
  files: readonly { readonly path: TreePath; readonly expected: string | null }[],
): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const { path, expected } of new Map(files.map((file) => [file.path, file])).values()) {
    const name = fromTreePath(path);
    requireSafeName(name);
    const at = name.toString('utf8');
    if (!Buffer.from(at).equals(name))
      throw gitProblem('unsupported', `${path} is not valid UTF-8; use the native engine`);
    const found = await findInTree(reader, tree, name.toString('latin1'));
    // A directory of that name holds other paths; as a file the name is not there.
    const entry = found?.mode === '040000' ? null : found;
    if (entry?.mode === '160000') throw gitProblem('unsupported', `${path} is a submodule; use the native engine`);
    const object = entry === null ? null : await reader.read(entry.id);
    if (entry !== null && object === null) throw snapshotElsewhere(tree);
    plans.push({ path, at, expected, entry, content: object?.content ?? null });
  }
  return plans;
}

/** Refuses where git would write other bytes than it stores; the attributes of every directory count. */
async function requirePlainCheckout(repository: Repository, reader: ObjectReader): Promise<void> {
  const { index, tracked, conversions } = await readIndex(repository, reader);
  walkWhole({ repository, index, tracked, conversions, keepContent: () => false, reads: false });
  conversions.requirePlainCheckout();
}

/** SHA-256 of the file or link at a path below the root, byte for byte; `null` when there is none. */
export function hashOnDisk({ fs, root }: Pick<Repository, 'fs' | 'root'>, at: string): string | null {
  // Behind a link there are files of another place.
  const parts = at.split('/');
  const isReachable = parts.every(
    (_, depth) => depth === 0 || statOf(fs, join(root, ...parts.slice(0, depth)))?.isDirectory() === true,
  );
  if (!isReachable) return null;
  const options = { modeOf: () => '', known: null, conversions: null, keepContent: () => false };
  return readStableFile(fs, join(root, at), options)?.sha256 ?? null;
}

/** Refuses when the file is not what the caller expects, or when something else stands in its way. */
function requireExpected(
  fs: WorktreeFs,
  root: string,
  { path, at, entry, expected }: Plan,
  goners: ReadonlySet<string>,
): void {
  const parts = at.split('/');
  for (let depth = 1; depth < parts.length; depth += 1) {
    const above = parts.slice(0, depth).join('/');
    const stat = statOf(fs, join(root, above));
    if (stat === undefined || goners.has(above)) {
      if (expected === null) return;
      throw gitProblem('changed-meanwhile', path);
    }
    if (!stat.isDirectory()) throw gitProblem('changed-meanwhile', path);
  }
  if (hashOnDisk({ fs, root }, at) !== expected) throw gitProblem('changed-meanwhile', path);
  const blocking = entry === null ? null : findRemaining(fs, root, at, goners);
  if (blocking !== null) throw folderInTheWay(path, blocking);
}

/** A file in the folder of this name that stays there; `null` when there is no folder, or nothing but folders are left of it. */
function findRemaining(fs: WorktreeFs, root: string, at: string, goners: ReadonlySet<string>): string | null {
  if (statOf(fs, join(root, at))?.isDirectory() !== true) return null;
  for (const name of listNames(fs, join(root, at))) {
    const inside = `${at}/${name}`;
    const isFolder = statOf(fs, join(root, inside))?.isDirectory() === true;
    if (!isFolder && !goners.has(inside)) return inside;
    const found = isFolder ? findRemaining(fs, root, inside, goners) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Empty folders are nothing to git, so those in the way of a file go. Any other is refused by rmdir. */
function removeEmptyFolders(fs: WorktreeFs, path: string): void {
  for (const name of listNames(fs, path)) {
    const inside = join(path, name);
    if (statOf(fs, inside)?.isDirectory() === true) removeEmptyFolders(fs, inside);
  }
  fs.rmdirSync(path);
}

/** The folder on the way to a file that exists and stays, so that a prepared file can move into place. */
function nearestFolder(fs: WorktreeFs, root: string, at: string, goners: ReadonlySet<string>): string {
  let folder = '';
  for (const part of at.split('/').slice(0, -1)) {
    const next = folder === '' ? part : `${folder}/${part}`;
    if (goners.has(next) || statOf(fs, join(root, next))?.isDirectory() !== true) break;
    folder = next;
  }
  return join(root, folder);
}
