import { errAsync, type Failure, ok, okAsync, type ResultAsync } from '@batonkit/core';
import { defaultMachine } from 'batonkit';
import { readTask } from '@batonkit/core/internal';
import type { FencedWrite } from '@batonkit/protocol/internal';
import type { OperationKit } from './operation.ts';

/**
 * Another session's task is not touched, neither its record nor its trees: `NotOwner`. Nor is one with a section that nothing here knows:
 * `UnknownSection`. Trees of no task at all are anybody's.
 *
 * @example
 * ```ts
 * import { fenced } from '@batonkit/operations';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const kit = { tasks: createMemoryTaskStore(), caller: { actor: 'ada' } };
 * (await fenced(kit, 'TASK-1', { type: 'purge-context' })).isOk(); // => true
 * ```
 */
export function fenced(
  { tasks, caller, baton }: Pick<OperationKit, 'tasks' | 'caller'> & Partial<Pick<OperationKit, 'baton'>>,
  taskId: string,
  write: FencedWrite,
): ResultAsync<unknown, Failure> {
  const machine = baton?.machine ?? defaultMachine;
  return readTask({ tasks, machine }, taskId).andThen(({ record }): ResultAsync<unknown, Failure> => {
    const allowed = record === null ? ok(null) : machine.allows(record, write, caller.session ?? null);
    return allowed.isErr() ? errAsync(allowed.error) : okAsync(null);
  });
}
