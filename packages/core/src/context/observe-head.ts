import type { GitWorktree } from '../ports/git-worktree.ts';
import type { Observed } from './find-staleness.ts';

/** Where HEAD is, for audits and warnings; nothing where nobody can tell, since neither is a reason to fail. */
export async function observeHead(worktree: GitWorktree | null): Promise<Observed> {
  if (worktree === null) return {};
  return worktree.head().match(
    ({ commit, branch }): Observed => ({ head: commit, branch }),
    () => ({}),
  );
}
