import type { TreePath } from '@batonkit/core';
import type { Repository } from './locate-repository.ts';
import { exactLook } from './read-status.ts';
import { runGit } from './run-git.ts';
import { isFolderThere, statIfThere } from './stat-in-tree.ts';
import { byCodePoint, toTreePath } from '../objects/tree-path.ts';

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
  const folders = new Map<string, boolean>();
  const paths = new Set<TreePath>();
  const doubtful: Buffer[] = [];
  for (const listedName of splitNames(listed)) {
    const isNested = listedName.at(-1) === 0x2f;
    const name = isNested ? listedName.subarray(0, -1) : listedName;
    if (!isFolderThere(repository.root, folders, name.toString('latin1'))) continue;
    const stat = statIfThere(Buffer.concat([root, name]));
    if (stat?.isDirectory() === true && !isNested) doubtful.push(name);
    else if (stat !== undefined) paths.add(toTreePath(name));
  }
  // A folder is a submodule, or has taken the place of a file.
  const submodules = doubtful.length === 0 ? new Set() : await listSubmodules(repository);
  for (const name of doubtful) if (submodules.has(name.toString('latin1'))) paths.add(toTreePath(name));
  return [...paths].sort(byCodePoint);
}

async function listSubmodules(repository: Repository): Promise<ReadonlySet<string>> {
  const staged = splitNames(await runGit(repository.place, [...exactLook, 'ls-files', '-z', '--stage']));
  const links = staged.map((line) => line.toString('latin1')).filter((line) => line.startsWith('160000 '));
  return new Set(links.map((line) => line.slice(line.indexOf('\t') + 1)));
}

function splitNames(listed: Buffer): Buffer[] {
  const names: Buffer[] = [];
  for (let start = 0; start < listed.length;) {
    const end = listed.indexOf(0, start);
    names.push(listed.subarray(start, end));
    start = end + 1;
  }
  return names;
}
