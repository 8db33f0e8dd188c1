import { findBase } from '../deltas/find-base.ts';
import { type Elsewhere, ownTree } from '../deltas/own-tree.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { CapturedTree, CaptureLimits, GitFailure, GitWorktree } from '../ports/git-worktree.ts';
import { err, ok, type Result } from '../result/result.ts';

/** The working tree that a QA result is about. */
export interface QaTree {
  readonly worktree: GitWorktree;
  readonly base: string;
  readonly captured: CapturedTree;
}

/** What a look at that tree needs. */
export interface QaTreePorts {
  readonly worktree: GitWorktree | null;
  readonly machine: Pick<Machine<TaskRecord>, 'homeOf'>;
  readonly limits: CaptureLimits;
}

/** Stores the tree that a role's QA is about, or the task's, told against the commit of the brief; `null` where there is none. */
export async function captureForQa(
  { worktree, machine, limits }: QaTreePorts,
  record: TaskRecord,
  role?: string,
): Promise<Result<QaTree | null, GitFailure | Elsewhere>> {
  if (worktree === null) return ok(null);
  const own = ownTree(worktree, record, machine.homeOf(record, role));
  if (own.isErr()) return err(own.error);
  const found = (base: string) => (captured: CapturedTree) => ({ worktree: own.value, base, captured });
  // A repository may have that commit no more.
  const { head } = record.git;
  const begun = head === null ? null : await own.value.capture({ base: head, limits });
  if (begun !== null && head !== null && (begun.isOk() || begun.error.data.tooLarge !== undefined))
    return begun.map(found(head));
  const base = await findBase(own.value, record);
  if (base.isErr()) return err(base.error);
  return (await own.value.capture({ base: base.value, limits })).map(found(base.value));
}
