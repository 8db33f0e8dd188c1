import type { GitFailure, GitWorktree } from '../ports/git-worktree.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { ok, type Result } from '../result/result.ts';

/** The commit that changes are told against: that of the last hand-off, else where the task began, else HEAD. */
export async function findBase(worktree: GitWorktree, record: TaskRecord): Promise<Result<string, GitFailure>> {
  const previous = record.tree_chain.at(-1);
  if (previous !== undefined) return ok(previous.snapshot.base_commit);
  const head = await worktree.head();
  const start = record.git.head;
  // The task may have been initialised with an abbreviated id; HEAD's whole id is the one to store.
  return head.map(({ commit }) => (start === null || commit.startsWith(start) ? commit : start));
}
