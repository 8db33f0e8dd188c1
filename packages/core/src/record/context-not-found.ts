import { type Rejection, rejection } from './rejection.ts';

/**
 * The refusal for a task without a context: one that never had any, or whose context went at `revision`. Without an id where nobody
 * knows it, as in `decide`.
 */
export function contextNotFound(taskId = 'This task', revision = 0): Rejection<'ContextNotFound'> {
  const detail =
    revision === 0
      ? `${taskId} has no context. Call init first, or check the task id.`
      : `${taskId} has no context any more: it went with revision ${revision}, completed or purged. The audit stays; init starts the task anew.`;
  return rejection('ContextNotFound', [{ condition: 'context-exists', detail }]);
}
