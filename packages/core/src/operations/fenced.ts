import { readTask } from '../commit/read-task.ts';
import { unmetByFence, type FencedWrite } from '../protocol/owner-fence.ts';
import { rejection } from '../record/rejection.ts';
import type { Failure } from '../result/failure.ts';
import { errAsync, okAsync, type ResultAsync } from '../result/result.ts';
import type { OperationKit } from './operation.ts';

/**
 * Another session's task is not touched, neither its record nor its trees: `NotOwner`. Trees of no task at all are anybody's.
 *
 * @example
 * ```ts
 * import { fenced } from '@batonkit/core/operations';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const kit = { tasks: createMemoryTaskStore(), caller: { actor: 'ada' } };
 * (await fenced(kit, 'TASK-1', { type: 'purge-context' })).isOk(); // => true
 * ```
 */
export function fenced(
  { tasks, caller }: Pick<OperationKit, 'tasks' | 'caller'>,
  taskId: string,
  write: FencedWrite,
): ResultAsync<unknown, Failure> {
  return readTask(tasks, taskId).andThen(({ record }): ResultAsync<unknown, Failure> => {
    const foreign = record === null ? [] : unmetByFence(record, write, caller.session ?? null);
    return foreign.length > 0 ? errAsync(rejection('NotOwner', foreign)) : okAsync(null);
  });
}
