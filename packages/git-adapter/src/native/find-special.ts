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
    return (fs.lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= limit;
  });
}

/** Names of new pipes, sockets and devices, of which git says nothing where it tracks no file. Some may be ignored. */
export function findSpecial({ root, since, folders, changed, isIgnored, isWhole }: SpecialSearch): readonly string[] {
  const limit = since - SLACK;
  const known = new Set(['', ...folders]);
  const open = [...changed];
  const found: string[] = [];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const path = join(root, Buffer.from(at, 'latin1').toString('utf8'));
    const stat = statOf(fs, path);
    if (stat?.isDirectory() !== true || (!isWhole && Number(stat.ctimeMs) < limit)) continue;
    for (const entry of listEntries(fs, path)) {
      const inside = Buffer.from(String(entry.name)).toString('latin1');
      const name = at === '' ? inside : `${at}/${inside}`;
      if (entry.isFile() || entry.isSymbolicLink()) continue;
      if (entry.isDirectory()) {
        // A repository inside is looked at by itself.
        if (inside === '.git' || known.has(name) || isIgnored(`${name}/`)) continue;
        if (statOf(fs, join(path, String(entry.name), '.git')) !== undefined) continue;
        known.add(name);
        open.push(name);
      } else if (!isIgnored(name) && Number(statOf(fs, join(path, String(entry.name)))?.ctimeMs ?? 0) >= limit)
        found.push(name);
    }
  }
  return found.sort();
}
