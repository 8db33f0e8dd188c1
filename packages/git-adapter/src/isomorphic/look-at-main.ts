import type { MainBranchState } from '@batonkit/core';
import type { ObjectReader } from '../git-object.ts';
import type { Repository } from './open-repository.ts';
import { readHead } from './resolve-commit.ts';

/** Looks where the main branch is, and whether it was at `commit` on its way there. */
export async function lookAtMain(
  repository: Repository,
  reader: ObjectReader,
  commit: string,
): Promise<MainBranchState> {
  // HEAD of the directory that all working trees share is that of the main one.
  const { commit: head, branch } = readHead({ ...repository, gitDirectory: repository.commonDirectory });
  let at: string | undefined = branch === null ? undefined : head;
  // Follows first parents: what a merge commit brought in was never where the branch was.
  while (at !== undefined && at !== commit) {
    const object = await reader.read(at);
    at = /^tree [0-9a-f]{40}\nparent ([0-9a-f]{40})\n/.exec(object?.content.toString('latin1', 0, 100) ?? '')?.[1];
  }
  return { branch, head, holds: at === commit };
}
