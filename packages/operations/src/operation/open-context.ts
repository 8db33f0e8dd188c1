import { err, type Failure, ok, type Result, ResultAsync, type TaskContext } from '@batonkit/core';
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
  return new ResultAsync(open(baton, taskId));
}

async function open(
  { contexts, protocol }: OperationKit['baton'],
  taskId: string,
): Promise<Result<TaskContext<ProtocolRecord>, Failure>> {
  const found = await contexts.get(taskId);
  if (found.isErr()) return err(found.error);
  if (found.value !== null) return ok(found.value);
  const status = await protocol.status(taskId);
  return err(status.isErr() ? status.error : contextNotFound(taskId, status.value.revision));
}
