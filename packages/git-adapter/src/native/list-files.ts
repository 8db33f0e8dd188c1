import { lstatSync } from 'node:fs';
import type { TreePath } from '@batonkit/core';
import type { Repository } from './locate-repository.ts';
import { exactLook } from './read-status.ts';
import { runGit } from './run-git.ts';
import { byCodePoint, toTreePath } from '../tree-path.ts';

/** Every tracked and every untracked, not ignored file that exists now. */
export async function listFiles(repository: Repository): Promise<readonly TreePath[]> {
  const listed = await runGit(repository.place, [
    ...exactLook,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  const root = Buffer.from(`${repository.root}/`);
  const paths = new Set<TreePath>();
  for (let start = 0; start < listed.length;) {
    const end = listed.indexOf(0, start);
    const name = listed.subarray(start, listed[end - 1] === 0x2f ? end - 1 : end);
    if (lstatSync(Buffer.concat([root, name]), { throwIfNoEntry: false }) !== undefined) paths.add(toTreePath(name));
    start = end + 1;
  }
  return [...paths].sort(byCodePoint);
}
