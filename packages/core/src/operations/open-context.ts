import type { TaskContext } from '../commit/task-committer.ts';
import { contextNotFound } from '../record/context-not-found.ts';
import type { Failure } from '../result/failure.ts';
import { errAsync, okAsync, type ResultAsync } from '../result/result.ts';
import type { OperationKit } from './operation.ts';

/**
 * The context of a task that must have one.
 *
 * @example
 * ```ts
 * import { createBaton } from '@batonkit/core';
 * import { openContext } from '@batonkit/core/operations';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const baton = createBaton({ tasks: createMemoryTaskStore() });
 * const opened = await openContext({ baton }, 'TASK-1');
 * opened.isErr() && opened.error.code; // => 'ContextNotFound'
 * ```
 */
export function openContext({ baton }: Pick<OperationKit, 'baton'>, taskId: string): ResultAsync<TaskContext, Failure> {
  return baton.contexts.get(taskId).andThen((found): ResultAsync<TaskContext, Failure> => {
    if (found !== null) return okAsync(found);
    return baton.protocol.status(taskId).andThen(({ revision }) => errAsync(contextNotFound(taskId, revision)));
  });
}
