import type { GitWorktree, MainBranchState } from '@batonkit/core';

/** Where the main branch is; `null` where nobody can tell, which is no reason to refuse a claim or a lock. */
export async function lookAtMain(worktree: GitWorktree | null, taskId: string): Promise<MainBranchState | null> {
  const head = await worktree?.head();
  if (head?.isOk() !== true) return null;
  const main = await worktree?.mainBranch?.({ commit: head.value.commit, taskId });
  return main?.isOk() === true ? main.value : null;
}
