import { errAsync, type Failure, okAsync, type ResultAsync, type TaskContext } from '@batonkit/core';
import type { ProtocolRecord } from '@batonkit/protocol';
import { contextNotFound } from '@batonkit/core/internal';
import type { OperationKit } from './operation.ts';

/**
 * The context of a task that must have one.
 *
 * @example
 * ```ts
 * import { createBaton } from 'batonkit';
 * import { openContext } from '@batonkit/operations';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const baton = createBaton({ tasks: createMemoryTaskStore() });
 * const opened = await openContext({ baton }, 'TASK-1');
 * opened.isErr() && opened.error.code; // => 'ContextNotFound'
 * ```
 */
export function openContext(
  { baton }: Pick<OperationKit, 'baton'>,
  taskId: string,
): ResultAsync<TaskContext<ProtocolRecord>, Failure> {
  return baton.contexts.get(taskId).andThen((found): ResultAsync<TaskContext<ProtocolRecord>, Failure> => {
    if (found !== null) return okAsync(found);
    return baton.protocol.status(taskId).andThen(({ revision }) => errAsync(contextNotFound(taskId, revision)));
  });
}
