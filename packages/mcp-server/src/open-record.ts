import { errAsync, okAsync, type Failure, type ResultAsync, type TaskRecord } from '@batonkit/core';
import { contextNotFound, type OperationKit } from '@batonkit/core/operations';

/** A task that must be there. */
export function openRecord(
  { baton }: OperationKit,
  taskId: string,
): ResultAsync<{ readonly record: TaskRecord; readonly revision: number }, Failure> {
  return baton.contexts.get(taskId).andThen((found): ResultAsync<{ record: TaskRecord; revision: number }, Failure> => {
    if (found !== null) return okAsync({ record: found.record, revision: found.revision });
    return errAsync(contextNotFound(taskId));
  });
}

/** What every write takes besides its own arguments. */
export function optionsOf({ caller }: OperationKit): {
  readonly actor: string;
  readonly session: string | null;
  readonly operationId?: string;
} {
  const { actor, session = null, operationId } = caller;
  return { actor, session, ...(operationId === undefined ? {} : { operationId }) };
}
