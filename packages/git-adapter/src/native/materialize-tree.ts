import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errnoOf, gitProblem, snapshotElsewhere } from '../host/git-problem.ts';
import type { GitObject } from '../objects/git-object.ts';
import { parseTree } from '../objects/git-tree.ts';
import { openObjectReader } from './object-reader.ts';
import { requireSafeName } from '../objects/safe-name.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/**
 * Writes a tree into an empty directory, each file with the bytes that git holds; submodules become empty directories. When it
 * cannot be done, what was written is taken away again.
 */
export async function materializeTree(store: SnapshotStore, tree: string, directory: string): Promise<number> {
  const target = resolve(directory);
  if (listIfThere(target).length > 0) throw gitProblem('unsupported', `${target} is not empty`);
  const wasThere = isThere(target);
  const reader = openObjectReader(store.place);
  let files = 0;
  // Links last, so that nothing is ever written through one.
  const links: { path: Buffer; to: Buffer }[] = [];

  async function read(id: string): Promise<GitObject> {
    const object = await reader.read(id);
    if (object === null) throw snapshotElsewhere(tree);
    return object;
  }

  async function write(id: string, at: Buffer): Promise<void> {
    mkdirSync(at, { recursive: true });
    for (const [name, entry] of parseTree(await read(id))) {
      const bytes = Buffer.from(name, 'latin1');
      requireSafeName(bytes);
      const path = Buffer.concat([at, Buffer.from('/'), bytes]);
      if (entry.mode === '040000') await write(entry.id, path);
      else if (entry.mode === '160000') mkdirSync(path);
      else {
        files += 1;
        const { content } = await read(entry.id);
        if (entry.mode === '120000') links.push({ path, to: content });
        else writeFileSync(path, content, { flag: 'wx', mode: entry.mode === '100755' ? 0o777 : 0o666 });
      }
    }
  }

  try {
    await write(tree, Buffer.from(target));
    for (const { path, to } of links) symlinkSync(to, path);
    return files;
  } catch (error) {
    for (const name of listIfThere(target))
      rmSync(Buffer.concat([Buffer.from(`${target}/`), name]), { recursive: true, force: true });
    if (!wasThere) rmSync(target, { recursive: true, force: true });
    throw error;
  } finally {
    reader.close();
  }
}

function listIfThere(directory: string): Buffer[] {
  try {
    return readdirSync(directory, 'buffer');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    if (errnoOf(error) === 'ENOTDIR') throw gitProblem('unsupported', `${directory} is not a directory`);
    throw error;
  }
}

function isThere(directory: string): boolean {
  try {
    readdirSync(directory);
    return true;
  } catch {
    return false;
  }
}
