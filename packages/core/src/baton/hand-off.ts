import type { CommitError, TaskCommitter, TaskContext } from '../commit/task-committer.ts';
import type { ResultAsync } from '../result/result.ts';
import type { TurnOptions } from './create-baton.ts';

/** A task after a hand-off. Without a working tree there is nothing to take a snapshot of. */
export interface HandedOff extends TaskContext {
  readonly snapshot: null;
}

/** Closes a role's turn, in one commit. */
export function handOff(
  committer: TaskCommitter,
  taskId: string,
  { role, ...options }: TurnOptions,
): ResultAsync<HandedOff, CommitError> {
  const command = { type: 'hand-off', role } as const;
  return committer.commit({ taskId, command, options }).map((context) => ({ ...context, snapshot: null }));
}
