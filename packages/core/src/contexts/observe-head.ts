import { ownTree } from '../deltas/own-tree.ts';
import type { GitWorktree } from '../ports/git-worktree.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { Observed } from './find-staleness.ts';

/** Tells audits where HEAD of a task's own working tree is, wherever the caller is; `null` where nobody can tell. */
export function headReader(
  worktree: GitWorktree | null,
  machine: Pick<Machine<TaskRecord>, 'homeOf'>,
): (record: TaskRecord | null) => Promise<string | null> {
  return async (record) => {
    if (worktree === null || record === null) return (await observeHead(worktree)).head ?? null;
    const own = ownTree(worktree, record, machine.homeOf(record));
    return own.isErr() ? null : ((await observeHead(own.value)).head ?? null);
  };
}

/** Where HEAD is, for audits and warnings; nothing where nobody can tell, since neither is a reason to fail. */
export async function observeHead(worktree: GitWorktree | null): Promise<Observed> {
  if (worktree === null) return {};
  return worktree.head().match(
    ({ commit, branch }): Observed => ({ head: commit, branch }),
    () => ({}),
  );
}
