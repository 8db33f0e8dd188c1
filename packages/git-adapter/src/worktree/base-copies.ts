import { join } from 'node:path';
import { errnoOf } from '../host/git-problem.ts';
import { listNames, removeTree, type WorktreeFs } from '../host/worktree-fs.ts';

/**
 * A stored tree borrows what it shares with its base commit. Once somebody amends that commit, the user's git may collect it, so the store has
 * hard links to the base's objects: they cost no space as long as the user's git keeps them, too. Each base has a folder that looks like a
 * git directory, `bases/<commit>/objects`.
 */
const FOLDER = 'bases';
const ATTEMPTS = 3;

/** The folders with the objects of bases, each in the form of a git directory. */
export function listBases(fs: WorktreeFs, storeDirectory: string): readonly string[] {
  return listNames(fs, join(storeDirectory, FOLDER))
    .filter((name) => /^[0-9a-f]{40,64}$/.test(name))
    .map((name) => join(storeDirectory, FOLDER, name));
}

/** Links the objects of a base commit, unless that was done before. `listIds` names the commit, its trees and its files. */
export async function secureBase(
  fs: WorktreeFs,
  place: { readonly storeDirectory: string; readonly objects: string },
  base: string,
  listIds: () => Promise<readonly string[]>,
): Promise<void> {
  const directory = join(place.storeDirectory, FOLDER, base);
  const done = join(directory, 'complete');
  if (fs.existsSync(done)) return;
  const ids = await listIds();
  // A gc at the same time puts objects into other packs.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const packs = listNames(fs, join(place.objects, 'pack')).filter((name) => /^pack-.*\.(?:pack|idx)$/.test(name));
    const loose = looseAmong(fs, place.objects, ids);
    const linked = [...packs.map((name) => join('pack', name)), ...loose].map((path) =>
      linkOne(fs, join(place.objects, path), join(directory, 'objects', path)),
    );
    if (linked.every(Boolean)) break;
  }
  fs.writeFileSync(done, '');
}

/** Gives up the objects of bases that no stored tree needs any more. */
export function dropBases(fs: WorktreeFs, storeDirectory: string, needed: ReadonlySet<string>): void {
  for (const directory of listBases(fs, storeDirectory))
    if (!needed.has(directory.slice(directory.lastIndexOf('/') + 1))) removeTree(fs, directory);
}

function looseAmong(fs: WorktreeFs, objects: string, ids: readonly string[]): readonly string[] {
  const there = new Set<string>();
  for (const folder of new Set(ids.map((id) => id.slice(0, 2))))
    for (const name of listNames(fs, join(objects, folder))) there.add(folder + name);
  return [...new Set(ids)].filter((id) => there.has(id)).map((id) => join(id.slice(0, 2), id.slice(2)));
}

/** `false` when the file is gone by now. */
function linkOne(fs: WorktreeFs, from: string, to: string): boolean {
  try {
    fs.mkdirSync(join(to, '..'), { recursive: true });
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT') return false;
    // Another disk, or a file system without links.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK', 'ENOSYS'].includes(code ?? '')) throw error;
    fs.writeFileSync(to, fs.readFileSync(from));
    return true;
  }
}
