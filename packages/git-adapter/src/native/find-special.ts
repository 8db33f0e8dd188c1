import fs from 'node:fs';
import { join } from 'node:path';
import { listEntries, statOf } from '../host/worktree-fs.ts';

/** Where to look for files that are neither regular nor links. Names are latin1 text, below the root and without a slash at the end. */
export interface SpecialSearch {
  readonly root: string;
  /** Only what was made or changed after this moment counts: its own time (ctime) can't be set back. */
  readonly since: number;
  /** The folders that are known to hold files. */
  readonly folders: Iterable<string>;
  /** The repositories and working trees inside, which are looked at by themselves. */
  readonly repositories: Iterable<string>;
  readonly isIgnored: (name: string) => boolean;
  /** Those of them to look into. */
  readonly changed: readonly string[];
  /** Looks into every folder that it meets, not only into those that changed. */
  readonly isWhole: boolean;
}

/** File systems keep time in steps of some milliseconds, and are behind the clock by up to one. */
const SLACK = 10;

/** Those of these folders in which a name was added or taken away after a moment. */
export function findChangedFolders(root: string, folders: Iterable<string>, since: number): readonly string[] {
  const limit = since - SLACK;
  return ['', ...folders].filter((folder) => {
    const path = `${root}/${Buffer.from(folder, 'latin1').toString('utf8')}`;
    // A folder above it may be a file by now.
    return Number(statOf(fs, path)?.ctimeMs ?? 0) >= limit;
  });
}

/**
 * Names of pipes, sockets and devices, of which git says nothing where it tracks no file, and of what is called `.git` and makes no repository,
 * into which git never looks. Some may be ignored.
 */
export function findSpecial(search: SpecialSearch): readonly string[] {
  const { root, since, folders, repositories, changed, isIgnored, isWhole } = search;
  const limit = since - SLACK;
  const known = new Set(['', ...folders, ...repositories]);
  const open = [...changed];
  const found: string[] = [];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const path = join(root, Buffer.from(at, 'latin1').toString('utf8'));
    const stat = statOf(fs, path);
    if (stat?.isDirectory() !== true || (!isWhole && Number(stat.ctimeMs) < limit)) continue;
    for (const entry of listEntries(fs, path)) {
      const isGit = String(entry.name) === '.git';
      if ((isGit && at === '') || (!isGit && (entry.isFile() || entry.isSymbolicLink()))) continue;
      const inside = Buffer.from(String(entry.name)).toString('latin1');
      const name = at === '' ? inside : `${at}/${inside}`;
      if (entry.isDirectory() && !isGit) {
        if (known.has(name) || isIgnored(`${name}/`)) continue;
        known.add(name);
        open.push(name);
      } else if (!isIgnored(name) && newestIn(join(path, String(entry.name))) >= limit) found.push(name);
    }
  }
  return found.sort();
}

/** Those of what {@link findSpecial} found that are no more what they were at a moment. */
export function findLostSpecial(root: string, names: readonly string[], since: number): readonly string[] {
  return names.filter((name) => {
    const path = join(root, Buffer.from(name, 'latin1').toString('utf8'));
    const stat = statOf(fs, path);
    const isSpecial = stat !== undefined && (/(?:^|\/)\.git$/.test(name) || !(stat.isFile() || stat.isSymbolicLink()));
    return !isSpecial || (stat.isDirectory() && (!name.endsWith('.git') || newestIn(path) >= since - SLACK));
  });
}

/** When something was changed last at a path or below it; 0 where nothing is. */
function newestIn(path: string): number {
  let newest = 0;
  for (const open = [path]; open.length > 0;) {
    const at = open.pop() ?? '';
    const stat = statOf(fs, at);
    newest = Math.max(newest, Number(stat?.ctimeMs ?? 0));
    if (stat?.isDirectory() === true) open.push(...listEntries(fs, at).map(({ name }) => join(at, String(name))));
  }
  return newest;
}
