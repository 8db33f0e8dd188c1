import { type Rejection, rejection } from './rejection.ts';

/**
 * The refusal for a task without a context; without an id where nobody knows it, as in `decide`.
 *
 * @example
 * ```ts
 * import { contextNotFound } from '@batonkit/core/operations';
 *
 * contextNotFound('TASK-1').message; // => 'TASK-1 has no context. Call init first, or check the task id.'
 * ```
 */
export function contextNotFound(taskId = 'This task'): Rejection<'ContextNotFound'> {
  const detail = `${taskId} has no context. Call init first, or check the task id.`;
  return rejection('ContextNotFound', [{ condition: 'context-exists', detail }]);
}
