import { gitProblem } from '../host/git-problem.ts';
import { inTheWay } from './linked-problem.ts';
import type { LinkedRepository } from './linked-repository.ts';
import { findCommit } from './linked-repository.ts';
import { listTrees } from './list-linked-trees.ts';

/** The branch that tasks start from and end in. */
export interface MainBranch {
  readonly branch: string;
  readonly commit: string;
  /** The working tree that has it checked out; `null` in a bare repository. */
  readonly path: string | null;
}

/** Finds the main branch: the one that the main working tree has checked out, or that HEAD of a bare repository names. */
export async function findMain(repository: LinkedRepository): Promise<MainBranch> {
  const [main] = await listTrees(repository);
  if (main === undefined) throw gitProblem('not-a-repository', repository.commonDirectory);
  const head = await repository.tryGit(['symbolic-ref', '--quiet', 'HEAD'], { cwd: main.path });
  const branch = head.stdout
    .toString('utf8')
    .trim()
    .replace(/^refs\/heads\//, '');
  if (head.code !== 0) {
    const detail = `The main working tree ${main.path} has no branch checked out, so it cannot be told which one is meant. Check out the main branch there.`;
    throw inTheWay([{ condition: 'main-branch', detail }]);
  }
  const commit = await findCommit(repository, `refs/heads/${branch}`);
  if (commit === null) throw gitProblem('no-commit', main.path);
  return { branch, commit, path: main.isBare ? null : main.path };
}
