import type { CommitError, TaskCommitter, TaskContext } from '../commit/task-committer.ts';
import type { ResultAsync } from '../result/result.ts';
import type { TurnOptions } from './create-baton.ts';

/** Opens a role's turn, in one commit. */
export function startTurn(
  committer: TaskCommitter,
  taskId: string,
  { role, ...options }: TurnOptions,
): ResultAsync<TaskContext, CommitError> {
  const command = { type: 'start-turn', role, sessionId: options.session } as const;
  return committer.commit({ taskId, command, options });
}
