import type { TaskStore } from '../ports/task-store.ts';
import type { Result } from '../result/result.ts';
import { findOperation } from './find-operation.ts';
import type { MutationOptions } from './task-committer.ts';

/**
 * Runs a write, and once more when it failed although its request is done: an identical call was faster, and what this one looked at was
 * the task or the tree as that one left it. The second time it is answered as a repetition. What is uncertain stays so: a store that could
 * not promise a commit is not overruled.
 */
export async function againWhenDone<T, E>(
  tasks: TaskStore,
  taskId: string,
  { operationId }: MutationOptions,
  write: () => PromiseLike<Result<T, E>>,
): Promise<Result<T, E>> {
  const first = await write();
  if (first.isOk() || operationId === undefined) return first;
  if ((first.error as { readonly code?: unknown }).code === 'OutcomeUnknown') return first;
  const found = await findOperation(tasks, taskId, operationId);
  return found.isOk() && found.value !== null ? write() : first;
}
