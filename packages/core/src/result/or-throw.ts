import type { Failure } from './failure.ts';
import type { Result, ResultAsync } from './result.ts';

/** A {@link Failure} as an exception, for people who prefer to catch. */
export class BatonError extends Error {
  readonly code: string;
  readonly data: object;

  constructor(failed: Failure) {
    super(failed.message, failed.cause === undefined ? undefined : { cause: failed.cause });
    this.name = 'BatonError';
    this.code = failed.code;
    this.data = failed.data;
  }
}

/**
 * The value of a result, or a thrown {@link BatonError} with the same code, message and data.
 *
 * @example
 * ```ts
 * import { errAsync, failure, okAsync, orThrow } from '@batonkit/core';
 *
 * await orThrow(okAsync(42)); // => 42
 * const lost = failure('ContextNotFound', 'There is no task TASK-1.', { taskId: 'TASK-1' });
 * await orThrow(errAsync(lost)).catch((error) => error.code); // => 'ContextNotFound'
 * ```
 */
export async function orThrow<T>(
  result: Result<T, Failure> | ResultAsync<T, Failure> | Promise<Result<T, Failure>>,
): Promise<T> {
  const settled = await result;
  if (settled.isOk()) return settled.value;
  throw new BatonError(settled.error);
}
