import { join } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import type { GitObject, ObjectReader } from '../objects/git-object.ts';
import { loosePath, readLooseObject } from '../objects/loose-object.ts';
import { listNames, type WorktreeFs } from '../host/worktree-fs.ts';

const SMALL = 16 * 1024;
const MOST_SMALL = 2000;
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Objects that were read, and where they lie; for a file system in memory, where reading again costs more than looking. */
export type KnownObjects = Map<string, { readonly object: GitObject; readonly path: string }>;

/** Reads objects from git directories, the first that has one wins. Packs are isomorphic-git's; it is loaded when one is met. */
export function openObjectReader(
  fs: WorktreeFs,
  gitDirectories: readonly string[],
  known?: KnownObjects,
): ObjectReader {
  // Packs that were opened, and small objects that were read, stay at hand until this reader is done.
  let cache: object | null = {};
  const small = new Map<string, GitObject>();
  return {
    read: async (id) => {
      const object = small.get(id) ?? (await find(id));
      if (object !== null && object.content.length <= SMALL && small.size < MOST_SMALL) small.set(id, object);
      return object;
    },
    close: () => {
      cache = null;
      small.clear();
    },
  };

  async function find(id: string): Promise<GitObject | null> {
    const seen = known?.get(id);
    if (seen !== undefined && fs.existsSync(seen.path)) return seen.object;
    for (const directory of gitDirectories) {
      const object = readLooseObject(fs, directory, id);
      if (object === null) continue;
      if (known !== undefined && object.content.length <= SMALL && known.size < MOST_SMALL)
        known.set(id, { object, path: loosePath(directory, id) });
      return object;
    }
    for (const directory of gitDirectories) {
      const object = await readPacked(fs, directory, id, (cache ??= {}));
      if (object !== null) return object;
    }
    return id === EMPTY_TREE ? { id, type: 'tree', content: Buffer.alloc(0) } : null;
  }
}

async function readPacked(fs: WorktreeFs, gitdir: string, oid: string, cache: object): Promise<GitObject | null> {
  if (!listNames(fs, join(gitdir, 'objects', 'pack')).some((name) => name.endsWith('.idx'))) return null;
  const { readObject } = await import('isomorphic-git');
  try {
    const { type = '', object } = await readObject({ fs, gitdir, oid, cache, format: 'content' });
    return { id: oid, type, content: Buffer.from(object as Uint8Array) };
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'NotFoundError') return null;
    throw gitProblem('command-failed', `the object ${oid} cannot be read: ${String(error)}`, error);
  }
}
