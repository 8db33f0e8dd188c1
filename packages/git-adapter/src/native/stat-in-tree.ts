import { type BigIntStats, lstatSync } from 'node:fs';
import { errnoOf } from '../host/git-problem.ts';

/** The status of a path; `undefined` when nothing is there, also because a file stands where a folder of its was. */
export function statIfThere(path: Buffer): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether all folders above a path of a working tree are folders, and not links to some. Answers are kept in `known`. */
export function isFolderThere(root: string, known: Map<string, boolean>, key: string): boolean {
  const end = key.lastIndexOf('/');
  if (end === -1) return true;
  const folder = key.slice(0, end);
  const answer = known.get(folder);
  if (answer !== undefined) return answer;
  const isThere =
    isFolderThere(root, known, folder) &&
    statIfThere(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(folder, 'latin1')]))?.isDirectory() === true;
  known.set(folder, isThere);
  return isThere;
}
