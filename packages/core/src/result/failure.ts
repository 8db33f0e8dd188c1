/**
 * An expected failure, as a value. Tell failures apart by `code`, show `message` to a person, and read `data` in a
 * program. `cause` holds what a lower layer reported; it is not enumerable, so it stays out of logs and JSON.
 */
export interface Failure<Code extends string = string, Data extends object = object> {
  readonly code: Code;
  readonly message: string;
  readonly data: Data;
  readonly cause?: unknown;
}

/**
 * Makes a frozen {@link Failure}.
 *
 * @example
 * ```ts
 * import { failure } from '@batonkit/core';
 *
 * const full = failure('StorageFailure', 'The disk is full. Free some space, then try again.', { operation: 'commit' });
 * full.code; // => 'StorageFailure'
 * Object.isFrozen(full); // => true
 * ```
 */
export function failure<Code extends string, const Data extends object>(
  code: Code,
  message: string,
  data: Data,
  cause?: unknown,
): Failure<Code, Data> {
  const made = { code, message, data: Object.freeze(data) };
  if (cause !== undefined) Object.defineProperty(made, 'cause', { value: cause });
  return Object.freeze(made);
}
