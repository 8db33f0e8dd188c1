import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TreePath } from '@batonkit/core';
import { folderInTheWay, gitProblem, snapshotElsewhere } from '../host/git-problem.ts';
import { findInTree, isBeyondReach, type TreeEntry } from '../objects/git-tree.ts';
import { findCheckoutConversions } from './find-conversions.ts';
import type { Repository } from './locate-repository.ts';
import { openObjectReader } from './object-reader.ts';
import { quoteForEnvironment } from './quote-for-environment.ts';
import { readStableFile } from './read-stable-file.ts';
import { runGit } from './run-git.ts';
import { requireSafeName } from '../objects/safe-name.ts';
import { isRegular } from '../worktree/seen-file.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import { isFolderThere, statIfThere } from './stat-in-tree.ts';
import { fromTreePath, toTreePath } from '../objects/tree-path.ts';

/** A file to put back, and the content it must still have. */
export interface WantedFile {
  readonly path: TreePath;
  readonly expected: string | null;
}

interface Plan extends WantedFile {
  readonly name: Buffer;
  readonly entry: TreeEntry | null;
  readonly content: Buffer | null;
}

/** Puts listed files of a tree back. Everything is checked and prepared before the first file changes. */
export async function restoreFiles(
  repository: Repository,
  store: SnapshotStore,
  tree: string,
  files: readonly WantedFile[],
): Promise<{ readonly written: number; readonly removed: number }> {
  const plans = await plan(repository, store, tree, files);
  const removals = plans.filter(({ entry }) => entry === null);
  const goners = new Set(removals.map(({ name }) => name.toString('latin1')));
  const pathOf = (name: Buffer): Buffer => pathIn(repository, name.toString('latin1'));
  const check = (): void => plans.forEach((each) => requireExpected(repository, each, goners));
  check();

  const ready: { temporary: Buffer; plan: Plan }[] = [];
  try {
    for (const each of plans) {
      if (each.content === null || each.entry === null) continue;
      const folder = nearestFolder(repository, each.name, goners);
      const temporary = Buffer.concat([folder, Buffer.from(`/.batonkit-restore-${randomBytes(8).toString('hex')}`)]);
      ready.push({ temporary, plan: each });
      if (each.entry.mode === '120000') symlinkSync(each.content, temporary);
      else
        writeFileSync(temporary, each.content, {
          flag: 'wx',
          flush: true,
          mode: each.entry.mode === '100755' ? 0o777 : 0o666,
        });
    }
    check();
    let removed = 0;
    for (const { name, expected } of removals) {
      if (expected === null) continue;
      unlinkSync(pathOf(name));
      removed += 1;
    }
    for (const { temporary, plan: each } of ready) {
      const path = pathOf(each.name);
      mkdirSync(dirnameOf(path), { recursive: true });
      if (statIfThere(path)?.isDirectory() === true) removeEmptyFolders(path);
      renameSync(temporary, path);
    }
    return { written: ready.length, removed };
  } finally {
    for (const { temporary } of ready) rmSync(temporary, { force: true });
  }
}

async function plan(
  repository: Repository,
  store: SnapshotStore,
  tree: string,
  files: readonly WantedFile[],
): Promise<Plan[]> {
  const reader = openObjectReader(store.place);
  try {
    const plans: Plan[] = [];
    for (const { path, expected } of new Map(files.map((file) => [file.path, file])).values()) {
      const name = fromTreePath(path);
      requireSafeName(name);
      const found = await findInTree(reader, tree, name.toString('latin1'));
      if (found === null && (await isBeyondReach(reader, tree, name.toString('latin1'))))
        throw gitProblem('unsupported', `${path} is inside a submodule whose commit is not here`);
      // A directory of that name holds other paths; as a file the name is not there.
      const entry = found?.mode === '040000' ? null : found;
      if (entry?.mode === '160000') throw gitProblem('unsupported', `${path} is a submodule`);
      const object = entry === null ? null : await reader.read(entry.id);
      if (entry !== null && object === null) throw snapshotElsewhere(tree);
      plans.push({ path, expected, name, entry, content: object?.content ?? null });
    }
    const regular = plans.filter(({ entry }) => isRegular(entry?.mode));
    const contents = await readCheckoutContent(repository, store, regular);
    return plans.map((each) => ({ ...each, content: contents.get(each.path) ?? each.content }));
  } finally {
    reader.close();
  }
}

/** SHA-256 of the file or link of this name, byte for byte; `null` when there is none. */
export function hashOnDisk(repository: Repository, name: Buffer): string | null {
  const key = name.toString('latin1');
  if (!isFolderThere(repository.root, new Map(), key)) return null;
  const path = pathIn(repository, key);
  return readStableFile(path, { hash: null, keepContent: () => false })?.sha256 ?? null;
}

/** Refuses when the file is not what the caller expects, or when something else stands in its way. */
function requireExpected(
  repository: Repository,
  { path, name, entry, expected }: Plan,
  goners: ReadonlySet<string>,
): void {
  const parts = name.toString('latin1').split('/');
  for (let depth = 1; depth < parts.length; depth += 1) {
    const above = parts.slice(0, depth).join('/');
    const stat = statIfThere(pathIn(repository, above));
    if (stat === undefined || goners.has(above)) {
      if (expected === null) return;
      throw gitProblem('changed-meanwhile', path);
    }
    if (!stat.isDirectory()) throw gitProblem('changed-meanwhile', path);
  }
  if (hashOnDisk(repository, name) !== expected) throw gitProblem('changed-meanwhile', path);
  const blocking = entry === null ? null : findRemaining(repository, parts.join('/'), goners);
  if (blocking !== null) throw folderInTheWay(path, toTreePath(Buffer.from(blocking, 'latin1')));
}

/** A file in the folder of this name that stays there; `null` when there is no folder, or nothing but folders are left of it. */
function findRemaining(repository: Repository, key: string, goners: ReadonlySet<string>): string | null {
  if (statIfThere(pathIn(repository, key))?.isDirectory() !== true) return null;
  for (const entry of readdirSync(pathIn(repository, key), { encoding: 'buffer', withFileTypes: true })) {
    const inside = `${key}/${entry.name.toString('latin1')}`;
    if (!entry.isDirectory() && !goners.has(inside)) return inside;
    const found = entry.isDirectory() ? findRemaining(repository, inside, goners) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Empty folders are nothing to git, so those in the way of a file go. Any other is refused by rmdir. */
function removeEmptyFolders(path: Buffer): void {
  for (const name of readdirSync(path, 'buffer')) {
    const inside = Buffer.concat([path, Buffer.from('/'), name]);
    if (statIfThere(inside)?.isDirectory() === true) removeEmptyFolders(inside);
  }
  rmdirSync(path);
}

/** The folder on the way to a file that exists and stays, so that a prepared file can move into place. */
function nearestFolder(repository: Repository, name: Buffer, goners: ReadonlySet<string>): Buffer {
  const parts = name.toString('latin1').split('/').slice(0, -1);
  let folder = '';
  for (const part of parts) {
    const next = folder === '' ? part : `${folder}/${part}`;
    if (goners.has(next) || statIfThere(pathIn(repository, next))?.isDirectory() !== true) break;
    folder = next;
  }
  return folder === '' ? Buffer.from(repository.root) : pathIn(repository, folder);
}

function pathIn({ root }: Repository, key: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(key, 'latin1')]);
}

function dirnameOf(path: Buffer): Buffer {
  return Buffer.from(dirname(path.toString('latin1')), 'latin1');
}

/** The bytes that a checkout would write, for those files where they differ from what git stores. */
async function readCheckoutContent(
  repository: Repository,
  store: SnapshotStore,
  files: readonly { readonly path: TreePath; readonly name: Buffer; readonly entry: TreeEntry | null }[],
): Promise<Map<TreePath, Buffer>> {
  const conversions = await findCheckoutConversions(
    repository,
    files.map(({ name }) => name),
  );
  const contents = new Map<TreePath, Buffer>();
  const env = {
    ...repository.place.env,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteForEnvironment(join(store.directory, 'objects')),
  };
  for (const { path, name, entry } of files) {
    if (entry === null || !conversions.has(name.toString('latin1'))) continue;
    if (path.startsWith('"'))
      throw gitProblem('unsupported', `${path} is subject to conversion and its name is not plain text`);
    const args = ['cat-file', '--filters', `--path=${path}`, entry.id];
    contents.set(path, await runGit({ ...repository.place, env }, args));
  }
  return contents;
}
