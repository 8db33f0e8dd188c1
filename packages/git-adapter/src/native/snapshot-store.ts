import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../git-problem.ts';
import { decodeKeptName, encodeKeptName } from '../kept-name.ts';
import { requireOwnFolders } from '../own-folders.ts';
import { syncToDisk } from '../sync-to-disk.ts';
import type { Repository } from './locate-repository.ts';
import { idsOfIndex, indexHas, isPackIndex } from './pack-index.ts';
import type { GitPlace } from './run-git.ts';
import { type PackObject, writePacks } from './write-pack.ts';

/**
 * The private place of stored trees: a bare repository of our own, which borrows the user's objects and writes none of them.
 *
 * - `objects/pack` holds what the user's commits do not: files as they stood at a capture, and the directories above them.
 * - `refs/batonkit/<name>` holds the kept trees, one file each.
 * - `captures/<tree>` holds the base commit of each captured tree; its time says when it was last captured.
 */
export interface SnapshotStore {
  readonly directory: string;
  readonly hash: 'sha1' | 'sha256';
  /** How git runs here: with nobody's configuration, and the user's objects in sight. */
  readonly place: GitPlace;
  /** Makes the directories; harmless when they are there. */
  readonly prepare: () => void;
  /** Tells whether the store itself, not the user's repository, holds an object. */
  readonly has: (id: string) => boolean;
  /** Stores the objects that it does not hold yet. */
  readonly add: (objects: readonly PackObject[]) => Promise<void>;
  /** The packs' names without ending, with the ids each holds. */
  readonly packs: () => readonly { readonly name: string; readonly ids: () => string[] }[];
  readonly recordCapture: (tree: string, base: string) => void;
  readonly captures: () => readonly { readonly tree: string; readonly base: string; readonly at: number }[];
  readonly forgetCapture: (tree: string) => void;
  readonly keep: (name: string, tree: string) => void;
  readonly kept: () => readonly { readonly name: string; readonly tree: string }[];
  /** Gives up kept names that start with a prefix; tells how many. */
  readonly drop: (prefix: string) => number;
}

/** Opens the store of a repository; nothing is written yet. */
export function openSnapshotStore(repository: Repository, storage?: string): SnapshotStore {
  const directory = storage ?? join(repository.commonDirectory, 'batonkit', 'snapshots.git');
  const packDirectory = join(directory, 'objects', 'pack');
  const refs = join(directory, 'refs', 'batonkit');
  const captures = join(directory, 'captures');
  const indexes = new Map<string, Buffer>();
  const idBytes = repository.hash === 'sha1' ? 20 : 32;

  /** Pack names are hashes of their bytes: what was read once stays true as long as the file is there. */
  function loadIndexes(): Map<string, Buffer> {
    const present = new Set(list(packDirectory).filter((file) => /^pack-.*\.idx$/.test(file)));
    for (const file of indexes.keys()) if (!present.has(file)) indexes.delete(file);
    for (const file of present) {
      if (indexes.has(file)) continue;
      const index = readIfThere(join(packDirectory, file));
      if (index !== null && isPackIndex(index)) indexes.set(file, index);
    }
    return indexes;
  }

  return {
    directory,
    hash: repository.hash,
    place: {
      cwd: repository.commonDirectory,
      isolated: true,
      env: {
        GIT_DIR: directory,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: repository.objectsForEnvironment,
        GIT_NO_REPLACE_OBJECTS: '1',
      },
    },
    prepare: () => {
      if (existsSync(join(directory, 'HEAD'))) return;
      for (const folder of [packDirectory, join(directory, 'objects', 'info'), refs, captures])
        mkdirSync(folder, { recursive: true });
      const format = repository.hash === 'sha1' ? 0 : 1;
      const extension = format === 0 ? '' : '[extensions]\n\tobjectformat = sha256\n';
      replaceFile(
        join(directory, 'config'),
        `[core]\n\trepositoryformatversion = ${format}\n\tbare = true\n[gc]\n\tauto = 0\n${extension}`,
      );
      replaceFile(join(directory, 'HEAD'), 'ref: refs/heads/none\n');
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
      await writePacks(packDirectory, repository.hash, fresh);
    },
    packs: () =>
      [...loadIndexes()].map(([file, index]) => ({
        name: join(packDirectory, file.slice(0, -'.idx'.length)),
        ids: () => idsOfIndex(index, idBytes),
      })),
    recordCapture: (tree, base) => {
      const file = join(captures, tree);
      if (readIfThere(file)?.toString('latin1') === base) utimesSync(file, new Date(), new Date());
      else replaceFile(file, base);
    },
    captures: () =>
      list(captures).flatMap((tree) => {
        if (!/^[0-9a-f]+$/.test(tree)) return [];
        const base = readIfThere(join(captures, tree));
        const stat = statSync(join(captures, tree), { throwIfNoEntry: false });
        return base === null || stat === undefined ? [] : [{ tree, base: base.toString('latin1'), at: stat.mtimeMs }];
      }),
    forgetCapture: (tree) => rmSync(join(captures, tree), { force: true }),
    keep: (name, tree) => {
      const file = join(refs, encodeKeptName(name));
      // A name may not outlive what it names: first the packs, then the name. Older packs reached the disk long ago.
      const recent = list(packDirectory).map((pack) => join(packDirectory, pack));
      for (const pack of recent) {
        const stat = statSync(pack, { throwIfNoEntry: false });
        if (stat !== undefined && Date.now() - stat.mtimeMs < RECENT) syncToDisk(pack);
      }
      syncToDisk(packDirectory, true);
      replaceFile(file, `${tree}\n`, true);
    },
    kept: () =>
      list(refs).flatMap((file) => {
        const name = decodeKeptName(file);
        const tree = name === null ? null : readIfThere(join(refs, file));
        return name === null || tree === null ? [] : [{ name, tree: tree.toString('latin1').trim() }];
      }),
    drop: (prefix) => {
      requireOwnFolders(directory, isLink);
      const files = list(refs).filter((file) => decodeKeptName(file)?.startsWith(prefix));
      let dropped = 0;
      for (const file of files) {
        try {
          unlinkSync(join(refs, file));
          dropped += 1;
        } catch (error) {
          if (errnoOf(error) !== 'ENOENT') throw error;
        }
      }
      return dropped;
    },
  };
}

/** Writes a small file so that readers see the old or the new one. */
function replaceFile(path: string, text: string, durable = false): void {
  const directory = join(path, '..');
  const temporary = join(directory, `tmp_${process.pid}_${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, text, { flag: 'wx', flush: durable });
    renameSync(temporary, path);
    if (durable) syncToDisk(directory, true);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

const RECENT = 5 * 60_000;

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether a name stands for a link. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** The bytes of a file; a pipe would keep its reader waiting. */
function readIfThere(path: string): Buffer | null {
  try {
    return lstatSync(path).isFile() ? readFileSync(path) : null;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}
