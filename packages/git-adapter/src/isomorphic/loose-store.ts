import { dirname, join } from 'node:path';
import { isTemporary, replaceFile } from '../host/replace-file.ts';
import { syncIfPossible } from '../host/sync-to-disk.ts';
import { listNames, statOf, type WorktreeFs } from '../host/worktree-fs.ts';
import type { LargeBlob, NewObject } from '../objects/git-object.ts';
import { loosePath, writeLooseObject } from '../objects/loose-object.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../worktree/snapshot-folder.ts';
import type { Repository } from './open-repository.ts';

/** An object to store by itself. */
export type LooseObject = NewObject | LargeBlob<string>;

/** Stored trees whose objects lie one by one. This engine keeps its own copy of everything that its trees need. */
export interface LooseStore extends Omit<SnapshotFolder, 'keep'> {
  /** Tells whether this engine itself stored an object. */
  readonly has: (id: string) => boolean;
  /** Stores what is not there yet, and makes the rest young again. */
  readonly add: (objects: readonly LooseObject[]) => Promise<void>;
  /** Everything that lies here; what a writer has not finished has no id. */
  readonly objects: () => readonly StoredFile[];
  /** Makes objects durable, then the name. */
  readonly keep: (name: string, tree: string, objects: Iterable<string>) => void;
}

interface StoredFile {
  readonly id: string | null;
  readonly path: string;
  readonly size: number;
  readonly at: number;
}

/** Opens the store of a repository; nothing is written yet. */
export function openLooseStore(
  { fs, commonDirectory, isExclusive, trustsTimes }: Repository,
  storage?: string,
): LooseStore {
  const isInMemory = isExclusive && !trustsTimes;
  const write = isInMemory ? writeAtOnce : replaceFile;
  const sync = (path: string): void => syncIfPossible(fs, path);
  const folder = openSnapshotFolder({ fs, commonDirectory, storage, hash: 'sha1', write, sync });
  const objects = join(folder.directory, 'objects');
  const pathOf = (id: string): string => loosePath(folder.directory, id);
  return {
    ...folder,
    has: (id) => fs.existsSync(pathOf(id)),
    add: async (wanted) => {
      const now = new Date();
      for (const object of wanted) {
        const path = pathOf(object.id);
        if (fs.existsSync(path)) fs.utimesSync(path, now, now);
        else await writeLooseObject(fs, path, object, write);
      }
    },
    objects: () =>
      listNames(fs, objects)
        .filter((name) => /^[0-9a-f]{2}$/.test(name) && statOf(fs, join(objects, name))?.isDirectory() === true)
        .flatMap((name) => listNames(fs, join(objects, name)).flatMap((file) => lookAt(fs, objects, name, file))),
    keep: (name, tree, ids) =>
      folder.keep(name, tree, () => {
        // There is no disk that could lose it.
        if (isInMemory) return;
        const paths = Array.from(ids, pathOf);
        for (const path of paths) sync(path);
        for (const path of new Set(paths.map((each) => dirname(each)))) sync(path);
      }),
  };
}

function lookAt(fs: WorktreeFs, objects: string, folder: string, file: string): StoredFile[] {
  const isObject = /^[0-9a-f]{38}$/.test(file);
  const path = join(objects, folder, file);
  const stat = isObject || isTemporary(file) ? statOf(fs, path) : undefined;
  if (stat?.isFile() !== true) return [];
  return [{ id: isObject ? folder + file : null, path, size: Number(stat.size), at: Number(stat.mtimeMs) }];
}

/** Replaces a file where nobody can look before the call returns, and where there is no disk that could lose it. */
function writeAtOnce(fs: WorktreeFs, path: string, content: Buffer | string): void {
  fs.writeFileSync(path, content);
}
