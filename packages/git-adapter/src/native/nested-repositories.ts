import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GitProblem, gitProblem } from '../host/git-problem.ts';
import { toTreePath } from '../objects/tree-path.ts';
import { isStillThere, locateRepository, type Repository } from './locate-repository.ts';

const known = new WeakMap<Repository, Map<string, Repository>>();

/** True where a folder of a working tree is the top of another one: a submodule, a repository of its own, a linked working tree. */
export function isNestedThere({ root }: Pick<Repository, 'root'>, name: Buffer): boolean {
  return existsSync(join(root, name.toString('utf8'), '.git'));
}

/** Opens a working tree inside another one; what was found is kept with the outer one. */
export async function openNested(outer: Repository, name: Buffer): Promise<Repository> {
  const path = toTreePath(name);
  if (path.startsWith('"')) throw gitProblem('unsupported', `nested repository ${path}: its name is not valid UTF-8`);
  const kept = known.get(outer) ?? new Map<string, Repository>();
  known.set(outer, kept);
  const before = kept.get(path);
  if (before !== undefined && isStillThere(before)) return before;
  const directory = join(outer.root, path);
  const found = await locateRepository(directory).catch((error: unknown) => {
    throw error instanceof GitProblem
      ? gitProblem('unsupported', `the nested repository ${path}: ${error.message}`)
      : error;
  });
  if (found.gitDirectory === outer.gitDirectory)
    throw gitProblem(
      'unsupported',
      `${path} has a .git that leads to no repository; remove it, or have git ignore ${path}`,
    );
  kept.set(path, found);
  return found;
}
