import { join } from 'node:path';
import { gitProblem } from './git-problem.ts';

/** The folders of a store of snapshots in which something may be removed, with those above them. */
const FOLDERS = ['', 'objects', 'objects/pack', 'refs', 'refs/batonkit', 'captures'];

/** Refuses to remove anything from a store of which a folder is a link: what lies behind it is somebody else's. */
export function requireOwnFolders(directory: string, isLink: (path: string) => boolean): void {
  const link = FOLDERS.map((folder) => join(directory, folder)).find(isLink);
  if (link !== undefined)
    throw gitProblem('unsupported', `${link} is a symbolic link, and nothing is removed behind links`);
}
