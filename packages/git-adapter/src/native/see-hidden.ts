import type { Repository } from './locate-repository.ts';
import type { FileLooker } from './look-at-file.ts';
import type { MarkedEntry } from './read-index-flags.ts';
import type { TreeEntry } from '../objects/git-tree.ts';
import { type FileNow, isRegular, type SeenFile } from '../worktree/seen-file.ts';
import type { RawChange } from './parse-raw-diff.ts';
import type { StatusEntry } from './parse-status.ts';
import { isFolderThere, statIfThere } from './stat-in-tree.ts';
import { toTreePath } from '../objects/tree-path.ts';

/** Files that git was told not to look at, or may have been told wrong about, and that differ from the index all the same. */
export async function seeHidden(
  repository: Repository,
  looker: FileLooker,
  hidden: readonly MarkedEntry[],
  moved: ReadonlyMap<string, RawChange>,
  sparse: boolean,
): Promise<SeenFile[]> {
  const files: SeenFile[] = [];
  const folders = new Map<string, boolean>();
  for (const { name, mode, id, skipWorktree } of hidden) {
    const key = name.toString('latin1');
    const isReachable = isFolderThere(repository.root, folders, key);
    // A folder without a repository in it is what git leaves of a submodule that was never fetched.
    if (mode === '160000' && isReachable && isUnfetched(repository, name)) continue;
    const isNested = mode === '160000' && isReachable && isFolder(repository, name);
    let now = null;
    if (isNested) now = await looker.nested(name);
    else if (isReachable) now = await looker.file(name, [isRegular(mode) ? mode : null, mode]);
    // Only a sparse checkout leaves files out; without one, somebody removed it.
    if (now === null && skipWorktree && (sparse || mode === '160000')) continue;
    if (now?.id === id && now.mode === mode) continue;
    const index = { mode, id };
    const change = moved.get(key);
    const base = change === undefined ? index : change.from;
    files.push({ name, key, path: toTreePath(name), xy: `.${letterOf(index, now)}`, base, index, now, hidden: true });
  }
  return files;
}

/** Files that git was told not to look at, and whose staged state differs from HEAD: git takes them to be on disk as they are staged. */
export async function seeStagedHidden(
  looker: FileLooker,
  entries: readonly StatusEntry[],
  moved: ReadonlyMap<string, RawChange>,
  hidden: ReadonlyMap<string, MarkedEntry>,
  sparse: boolean,
): Promise<SeenFile[]> {
  const files: SeenFile[] = [];
  for (const { name, xy, headMode, headId } of entries) {
    const key = name.toString('latin1');
    const marked = hidden.get(key);
    if (marked === undefined) continue;
    const { mode, id, skipWorktree } = marked;
    const seen = await looker.file(name, [isRegular(mode) ? mode : null, mode]);
    const now = seen ?? (skipWorktree && sparse ? await looker.absent(mode, id) : null);
    const index = { mode, id };
    const letter = now?.id === id && now.mode === mode ? '.' : letterOf(index, now);
    const change = moved.get(key);
    const head = headMode === null || headId === null ? null : { mode: headMode, id: headId };
    const base = change === undefined ? head : change.from;
    files.push({ name, key, path: toTreePath(name), xy: `${xy.slice(0, 1)}${letter}`, base, index, now, hidden: true });
  }
  return files;
}

function letterOf(index: TreeEntry, now: FileNow | null): string {
  if (now === null) return 'D';
  return now.mode.slice(0, 3) === index.mode.slice(0, 3) ? 'M' : 'T';
}

function isFolder({ root }: Pick<Repository, 'root'>, name: Buffer): boolean {
  const path = Buffer.concat([Buffer.from(`${root}/`), name]);
  return statIfThere(path)?.isDirectory() === true;
}

function isUnfetched({ root }: Repository, name: Buffer): boolean {
  const git = Buffer.concat([Buffer.from(`${root}/`), name, Buffer.from('/.git')]);
  return isFolder({ root }, name) && statIfThere(git) === undefined;
}
