import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { TreePath } from '@batonkit/core';
import { errnoOf, gitProblem, snapshotElsewhere } from '../host/git-problem.ts';
import { removeIfThere, replaceFile } from '../host/replace-file.ts';
import { readIfThere } from '../host/worktree-fs.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import { findInTree, type TreeEntry } from '../objects/git-tree.ts';
import { loosePath, writeLooseObject } from '../objects/loose-object.ts';
import { fromTreePath } from '../objects/tree-path.ts';
import { parseIndexFile } from './index-file.ts';
import { openObjectReader } from './object-reader.ts';
import type { Repository } from './open-repository.ts';

/** Prepares to stage paths as a tree has them; `null` when they are staged so already. */
export async function planIndex(
  repository: Repository,
  reader: ObjectReader,
  tree: string,
  paths: readonly TreePath[],
): Promise<{ readonly write: () => Promise<void> } | null> {
  const now = new Map(entriesOf(repository).map((entry) => [entry.path, entry]));
  const wanted = new Map<string, TreeEntry | null>();
  const blobs: { readonly id: string; readonly content: Buffer }[] = [];
  for (const path of paths) {
    const name = fromTreePath(path);
    const found = await findInTree(reader, tree, name.toString('latin1'));
    const entry = found?.mode === '040000' ? null : found;
    const is = now.get(name.toString('utf8'));
    if (is?.id === entry?.id && is?.mode === entry?.mode) continue;
    wanted.set(name.toString('utf8'), entry);
    if (entry === null) continue;
    const object = await reader.read(entry.id);
    if (object === null) throw snapshotElsewhere(tree);
    blobs.push({ id: entry.id, content: object.content });
  }
  if (wanted.size === 0) return null;
  return {
    write: async () => {
      await lendBlobs(repository, blobs);
      writeIndex(repository, wanted);
    },
  };
}

function entriesOf({ fs, gitDirectory }: Repository) {
  return parseIndexFile(readIfThere(fs, join(gitDirectory, 'index')), undefined).entries;
}

/** Git finds what is staged among the user's objects, so what is missing there is written there. */
async function lendBlobs(
  { fs, commonDirectory }: Repository,
  blobs: readonly { readonly id: string; readonly content: Buffer }[],
): Promise<void> {
  const reader = openObjectReader(fs, [commonDirectory]);
  try {
    for (const { id, content } of blobs) {
      if ((await reader.read(id)) !== null) continue;
      await writeLooseObject(fs, loosePath(commonDirectory, id), { id, type: 'blob', content }, replaceFile);
    }
  } finally {
    reader.close();
  }
}

/** Writes the index with other entries at some paths. What git keeps in it to be faster is left out: git works that out again. */
function writeIndex({ fs, gitDirectory }: Repository, wanted: ReadonlyMap<string, TreeEntry | null>): void {
  const path = join(gitDirectory, 'index');
  const lock = `${path}.lock`;
  try {
    fs.writeFileSync(lock, '', { flag: 'wx' });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    throw gitProblem('command-failed', `${lock} is there: another git process writes the index, or one was killed`);
  }
  try {
    const content = readIfThere(fs, path) ?? Buffer.alloc(0);
    const made = new Map<string, Buffer>();
    const { entries } = parseIndexFile(content.length === 0 ? null : content, undefined);
    for (const { path: name, offset } of entries) if (!wanted.has(name)) made.set(name, entryAt(content, offset, name));
    for (const [name, entry] of wanted) if (entry !== null) made.set(name, newEntry(entry, name));
    const names = [...made.keys()].map((name) => [name, Buffer.from(name)] as const);
    const sorted = names.sort(([, one], [, other]) => Buffer.compare(one, other)).map(([name]) => name);
    const bodies = sorted.map((name) => made.get(name) ?? Buffer.alloc(0));
    const isExtended = bodies.some((body) => (body.readUInt16BE(60) & 0x4000) !== 0);
    const header = Buffer.from('DIRC\0\0\0\0\0\0\0\0', 'latin1');
    header.writeUInt32BE(isExtended ? 3 : 2, 4);
    header.writeUInt32BE(bodies.length, 8);
    const whole = Buffer.concat([header, ...bodies]);
    fs.writeFileSync(lock, Buffer.concat([whole, createHash('sha1').update(whole).digest()]));
    fs.renameSync(lock, path);
  } catch (error) {
    removeIfThere(fs, lock);
    throw error;
  }
}

/** An entry as it is, with its whole name: version 4 of an index keeps only what differs from the name before. */
function entryAt(index: Buffer, at: number, path: string): Buffer {
  const isExtended = (index.readUInt16BE(at + 60) & 0x4000) !== 0;
  return withName(index.subarray(at, at + (isExtended ? 64 : 62)), path);
}

function newEntry({ mode, id }: TreeEntry, path: string): Buffer {
  const head = Buffer.alloc(62);
  head.writeUInt32BE(Number.parseInt(mode, 8), 24);
  head.write(id, 40, 'hex');
  return withName(head, path);
}

function withName(head: Buffer, path: string): Buffer {
  const name = Buffer.from(path);
  const entry = Buffer.alloc((head.length + name.length + 8) & ~7);
  head.copy(entry);
  entry.writeUInt16BE((head.readUInt16BE(60) & 0xf000) | Math.min(name.length, 0xfff), 60);
  name.copy(entry, head.length);
  return entry;
}
