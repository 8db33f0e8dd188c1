import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';

const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** A text that cannot name a task. */
export type InvalidTaskId = Failure<'InvalidTaskId', { readonly id: string }>;

/**
 * Checks a task id: 1 to 128 of `A-Z a-z 0-9 . _ -`, starting with a letter or digit, without `..`.
 * Everything that builds a path, a ref or a key from an id calls this first.
 *
 * @example
 * ```ts
 * import { parseTaskId } from '@batonkit/core';
 *
 * parseTaskId('TASK-0824').isOk(); // => true
 * parseTaskId('../etc').isErr(); // => true
 * ```
 */
export function parseTaskId(id: unknown): Result<string, InvalidTaskId> {
  if (typeof id === 'string' && TASK_ID.test(id) && !id.includes('..')) return ok(id);
  const shown = typeof id === 'string' ? id.slice(0, 60) : typeof id;
  return err(
    failure(
      'InvalidTaskId',
      `${JSON.stringify(shown)} cannot name a task. Use 1 to 128 letters, digits, ".", "_" or "-", starting with a letter or digit, without "..".`,
      { id: shown },
    ),
  );
}
