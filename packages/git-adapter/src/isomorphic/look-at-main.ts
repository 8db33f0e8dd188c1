import type { MainBranchState } from '@batonkit/core';
import type { ObjectReader } from '../git-object.ts';
import { gitProblem } from '../git-problem.ts';
import { branchOf } from '../linked-worktrees/linked-name.ts';
import type { Repository } from './open-repository.ts';
import { readHead } from './resolve-commit.ts';
import { resolveRef } from './resolve-ref.ts';

/** Looks where the main branch is, by its name or what the main tree has checked out, whether it was at `commit` on its way there, and where the branch of the task is. */
export async function lookAtMain(
  repository: Repository,
  reader: ObjectReader,
  { commit, taskId, branch: asked }: { readonly commit: string; readonly taskId: string; readonly branch?: string },
): Promise<MainBranchState> {
  // HEAD of the directory that all working trees share is that of the main one.
  const { commit: head, branch } =
    asked === undefined
      ? readHead({ ...repository, gitDirectory: repository.commonDirectory })
      : { commit: requireBranch(repository, asked), branch: asked };
  let at: string | undefined = branch === null ? undefined : head;
  // Follows first parents: what a merge commit brought in was never where the branch was.
  while (at !== undefined && at !== commit) {
    const object = await reader.read(at);
    at = /^tree [0-9a-f]{40}\nparent ([0-9a-f]{40})\n/.exec(object?.content.toString('latin1', 0, 100) ?? '')?.[1];
  }
  const task = resolveRef(repository.fs, repository.commonDirectory, `refs/heads/${branchOf({ taskId, agent: null })}`);
  return { branch, head, holds: at === commit, task };
}

function requireBranch({ fs, commonDirectory }: Repository, branch: string): string {
  const commit = resolveRef(fs, commonDirectory, `refs/heads/${branch}`);
  if (commit === null) throw gitProblem('unknown-commit', `refs/heads/${branch}`);
  return commit;
}
