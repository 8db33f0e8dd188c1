import nodeFs, { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../host/git-problem.ts';
import { replaceFile } from '../host/replace-file.ts';
import { syncToDisk } from '../host/sync-to-disk.ts';
import { readOrdinary } from '../host/worktree-fs.ts';
import type { HashName } from '../objects/git-object.ts';
import { idsOfIndex, indexHas, isPackIndex } from '../objects/pack-index.ts';
import { type PackObject, writePacks } from '../objects/write-pack.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../worktree/snapshot-folder.ts';
import type { Repository } from './locate-repository.ts';
import { quoteForEnvironment } from './quote-for-environment.ts';
import type { GitPlace } from './run-git.ts';

/** Stored trees in packs; the store borrows the user's objects and writes none of them. */
export interface SnapshotStore extends Omit<SnapshotFolder, 'keep'> {
  readonly hash: HashName;
  /** How git runs here: with nobody's configuration, and the user's objects in sight. */
  readonly place: GitPlace;
  /** Tells whether the store itself, not the user's repository, holds an object. */
  readonly has: (id: string) => boolean;
  /** Stores the objects that it does not hold yet. */
  readonly add: (objects: readonly PackObject[]) => Promise<void>;
  /** The packs' names without ending, with the ids each holds. */
  readonly packs: () => readonly { readonly name: string; readonly ids: () => string[] }[];
  readonly keep: (name: string, tree: string) => void;
  /** Has objects of other repositories in sight from now on: those of working trees inside the one that is stored. */
  readonly borrow: (objectDirectories: readonly string[]) => void;
  /** Whether it ever had. */
  readonly borrows: () => boolean;
}

/** Packs older than this reached the disk long ago. */
const RECENT = 5 * 60_000;

/** Opens the store of a repository; nothing is written yet. */
export function openSnapshotStore(repository: Repository, storage?: string): SnapshotStore {
  const { commonDirectory, hash } = repository;
  const common = { fs: nodeFs, commonDirectory, storage, hash, write: replaceFile, sync: syncToDisk };
  const folder = openSnapshotFolder(common);
  const { directory } = folder;
  const packDirectory = join(directory, 'objects', 'pack');
  const borrowed = join(directory, 'objects', 'info', 'alternates');
  const indexes = new Map<string, Buffer>();
  const idBytes = hash === 'sha1' ? 20 : 32;

  /** Pack names are hashes of their bytes: what was read once stays true as long as the file is there. */
  function loadIndexes(): Map<string, Buffer> {
    const present = new Set(list(packDirectory).filter((file) => /^pack-.*\.idx$/.test(file)));
    for (const file of indexes.keys()) if (!present.has(file)) indexes.delete(file);
    for (const file of present) {
      if (indexes.has(file)) continue;
      const index = readOrdinary(nodeFs, join(packDirectory, file));
      if (index !== null && isPackIndex(index)) indexes.set(file, index);
    }
    return indexes;
  }

  return {
    ...folder,
    hash,
    place: {
      cwd: commonDirectory,
      isolated: true,
      env: {
        GIT_DIR: directory,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: repository.objectsForEnvironment,
        GIT_NO_REPLACE_OBJECTS: '1',
      },
    },
    has: (id) => {
      const bytes = Buffer.from(id, 'hex');
      for (const index of loadIndexes().values()) if (indexHas(index, bytes)) return true;
      return false;
    },
    add: async (objects) => {
      const loaded = [...loadIndexes().values()];
      const seen = new Set<string>();
      const fresh = objects.filter(({ id }) => {
        const bytes = Buffer.from(id, 'hex');
        if (seen.has(id) || loaded.some((index) => indexHas(index, bytes))) return false;
        seen.add(id);
        return true;
      });
      await writePacks(packDirectory, hash, fresh);
    },
    borrows: () => nodeFs.existsSync(borrowed),
    borrow: (objectDirectories) => {
      const file = borrowed;
      const before = (readOrdinary(nodeFs, file)?.toString('utf8') ?? '').split('\n').filter(Boolean);
      const known = new Set(before);
      const added = objectDirectories.map(quoteForEnvironment).filter((path) => !known.has(path));
      if (added.length === 0) return;
      const there = before.filter((path) => path.startsWith('"') || nodeFs.existsSync(path));
      replaceFile(nodeFs, file, `${[...there, ...added].join('\n')}\n`);
    },
    packs: () =>
      [...loadIndexes()].map(([file, index]) => ({
        name: join(packDirectory, file.slice(0, -'.idx'.length)),
        ids: () => idsOfIndex(index, idBytes),
      })),
    keep: (name, tree) =>
      folder.keep(name, tree, () => {
        for (const pack of list(packDirectory).map((file) => join(packDirectory, file))) {
          const stat = statSync(pack, { throwIfNoEntry: false });
          if (stat !== undefined && Date.now() - stat.mtimeMs < RECENT) syncToDisk(pack);
        }
        syncToDisk(packDirectory, true);
      }),
  };
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}
