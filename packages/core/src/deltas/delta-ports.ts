import type { CommitPolicy, TaskCommitter } from '../commit/task-committer.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitWorktree } from '../ports/git-worktree.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { OutOfScope } from './take-snapshot.ts';

/** How a delta tracker behaves. */
export interface DeltaPolicy extends CommitPolicy {
  /** What to do about changed files that are outside the task's scope. Defaults to `warn`. */
  readonly outOfScope?: OutOfScope;
  /** The largest file that a snapshot stores; a larger one is refused by name. Defaults to 50 MB. */
  readonly maxFileBytes?: number;
  /** How much a snapshot stores. Defaults to 500 MB. */
  readonly maxSnapshotBytes?: number;
  /** Names of folders that tools hide with an ignore file of their own, which is no drift. Defaults to those of common tools. */
  readonly toolCaches?: readonly string[];
}

/** What the steps of a delta tracker work with. */
export interface DeltaPorts {
  readonly tasks: TaskStore;
  readonly worktree: GitWorktree;
  readonly clock: Clock;
  readonly policy: DeltaPolicy;
  readonly committer: TaskCommitter;
  readonly machine: Machine<TaskRecord>;
}
