import { lstatSync } from 'node:fs';
import type { Repository } from './locate-repository.ts';
import type { FileLooker } from './look-at-file.ts';
import type { HiddenEntry } from './read-index-flags.ts';
import { isRegular, type SeenFile } from '../seen-file.ts';
import { toTreePath } from '../tree-path.ts';

/** Files that git was told not to look at, and that differ from the index all the same. */
export async function seeHidden(
  repository: Repository,
  looker: FileLooker,
  hidden: readonly HiddenEntry[],
): Promise<SeenFile[]> {
  const files: SeenFile[] = [];
  const folders = new Map<string, boolean>();
  for (const { name, mode, id, skipWorktree } of hidden) {
    const key = name.toString('latin1');
    const isReachable = isFolderThere(repository, folders, key);
    // A folder without a repository in it is what git leaves of a submodule that was never fetched.
    if (mode === '160000' && isReachable && isUnfetched(repository, name)) continue;
    const isNested = mode === '160000' && isReachable && isFolder(repository, name);
    let now = null;
    if (isNested) now = await looker.nested(name);
    else if (isReachable) now = await looker.file(name, [isRegular(mode) ? mode : null, mode]);
    if (now === null && skipWorktree) continue;
    if (now?.id === id && now.mode === mode) continue;
    const index = { mode, id };
    const letter = now === null ? 'D' : now.mode.slice(0, 3) === mode.slice(0, 3) ? 'M' : 'T';
    files.push({ name, key, path: toTreePath(name), xy: `.${letter}`, base: index, index, now, hidden: true });
  }
  return files;
}

/** A sparse checkout leaves out whole folders: one look at each spares one for every file in it. */
function isFolderThere({ root }: Pick<Repository, 'root'>, known: Map<string, boolean>, key: string): boolean {
  const end = key.lastIndexOf('/');
  if (end === -1) return true;
  const folder = key.slice(0, end);
  const answer = known.get(folder);
  if (answer !== undefined) return answer;
  const isThere = isFolderThere({ root }, known, folder) && isFolder({ root }, Buffer.from(folder, 'latin1'));
  known.set(folder, isThere);
  return isThere;
}

function isFolder({ root }: Pick<Repository, 'root'>, name: Buffer): boolean {
  const path = Buffer.concat([Buffer.from(`${root}/`), name]);
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isUnfetched({ root }: Repository, name: Buffer): boolean {
  const git = Buffer.concat([Buffer.from(`${root}/`), name, Buffer.from('/.git')]);
  return isFolder({ root }, name) && lstatSync(git, { throwIfNoEntry: false }) === undefined;
}
