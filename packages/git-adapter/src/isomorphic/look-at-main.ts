import type { MainBranchState } from '@batonkit/core';
import { readCommit } from '../objects/git-commit.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import { gitProblem } from '../host/git-problem.ts';
import { branchOf } from '../names/linked-name.ts';
import { findMergeBase } from './find-merge-base.ts';
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
    at = (await readCommit(reader, at))?.parents[0];
  }
  const task = resolveRef(repository.fs, repository.commonDirectory, `refs/heads/${branchOf({ taskId, agent: null })}`);
  const has = branch !== null && (await findMergeBase(reader, head, commit)) === commit;
  return { branch, head, holds: at === commit, has, task };
}

function requireBranch({ fs, commonDirectory }: Repository, branch: string): string {
  const commit = resolveRef(fs, commonDirectory, `refs/heads/${branch}`);
  if (commit === null) throw gitProblem('unknown-commit', `refs/heads/${branch}`);
  return commit;
}
