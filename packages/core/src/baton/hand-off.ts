import { openTask, type OpenTaskError } from '../commit/open-task.ts';
import type { CommitError, TaskContext } from '../commit/task-committer.ts';
import type { DeltaPolicy } from '../delta/delta-tracker.ts';
import { takeSnapshot, type SnapshotError } from '../delta/take-snapshot.ts';
import type { WorktreeSnapshot } from '../delta/worktree-snapshot.ts';
import { err, type Result } from '../result/result.ts';
import type { TurnOptions, TurnPorts } from './start-turn.ts';

/** What a hand-off takes. */
export interface HandOffOptions extends TurnOptions {
  /** The role changed nothing, and that is intended. */
  readonly allowClean?: boolean;
}

/** A task after a hand-off; `snapshot` is `null` where there is no working tree. */
export interface HandedOff extends TaskContext {
  readonly snapshot: WorktreeSnapshot | null;
}

/** Why a turn was not closed. */
export type HandOffError = CommitError | OpenTaskError | SnapshotError;

/** Closes a role's turn, in one commit, with a snapshot of the working tree. */
export async function handOff(
  ports: TurnPorts & { readonly policy: DeltaPolicy },
  taskId: string,
  { role, allowClean = false, ...options }: HandOffOptions,
): Promise<Result<HandedOff, HandOffError>> {
  const { worktree, committer } = ports;
  const command = { type: 'hand-off', role } as const;
  const coordinate = () =>
    committer.commit({ taskId, command, options }).map((context) => ({ ...context, snapshot: null }));
  if (worktree === null) return coordinate();

  const opened = await openTask(ports.tasks, taskId);
  if (opened.isErr()) return err(opened.error);
  // What is refused anyway is refused before the tree is stored.
  if (committer.decide(opened.value, command, options).isErr()) return coordinate();

  const outOfScope = ports.policy.outOfScope ?? 'warn';
  const taken = await takeSnapshot({ ...ports, worktree }, opened.value, { role, allowClean, outOfScope });
  if (taken.isErr()) return err(taken.error);
  const { summary, snapshot, artifacts, warnings } = taken.value;
  return committer
    .commit({ taskId, command: { ...command, snapshot: summary }, options, artifacts, head: snapshot.head })
    .map((context) => ({ ...context, snapshot, warnings }));
}
