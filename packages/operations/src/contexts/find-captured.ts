import { type ImmutableSection, ResultAsync, type StoreError } from '@batonkit/core';
import { findOperation } from '@batonkit/core/internal';
import type { OperationKit } from '../operation/operation.ts';

/** What an earlier call with the same operation id captured. */
export interface Captured {
  readonly immutable: ImmutableSection;
  readonly manifest_sha: string | null;
}

/**
 * What the request captured when it was done; `null` when it is a new one, or the id was used for something else. A repeated request is not
 * captured again: the files may have changed since, or be gone, and it asks for the same all the same.
 */
export function findCaptured(
  { tasks, caller }: OperationKit,
  taskId: string,
  made: 'context-initialized' | 'context-rebuilt',
): ResultAsync<Captured | null, StoreError> {
  return new ResultAsync(findOperation(tasks, taskId, caller.operationId)).map((known) => {
    const event = known?.events.find(({ type }) => type === made);
    return event === undefined ? null : (event as unknown as Captured);
  });
}
