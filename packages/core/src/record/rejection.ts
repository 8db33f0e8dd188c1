import type * as z from 'zod';
import { failure, type Failure } from '../result/failure.ts';
import { err, type Result } from '../result/result.ts';

/** One condition that a command does not meet: its name for programs, and what was found, for people. */
export interface Unmet {
  readonly condition: string;
  readonly detail: string;
}

/** A failure that lists every condition that was not met, not only the first. */
export type Rejection<Code extends string> = Failure<Code, { readonly unmet: readonly Unmet[] }>;

/**
 * A refusal with the given code; its message is the details, one after the other.
 *
 * @example
 * ```ts
 * import { rejection } from '@batonkit/core';
 *
 * rejection('InvalidInput', [{ condition: '/role', detail: 'There is no such role.' }]).message; // => 'There is no such role.'
 * ```
 */
export function rejection<Code extends string>(code: Code, unmet: readonly Unmet[]): Rejection<Code> {
  return failure(code, unmet.map(({ detail }) => detail).join(' '), { unmet });
}

/**
 * Refuses: a {@link rejection} as a result.
 *
 * @example
 * ```ts
 * import { reject } from '@batonkit/core';
 *
 * reject('Rejected', [{ condition: 'turn-open', detail: 'No turn is open.' }]).isErr(); // => true
 * ```
 */
export function reject<Code extends string>(code: Code, unmet: readonly Unmet[]): Result<never, Rejection<Code>> {
  return err(rejection(code, unmet));
}

/** What a schema objects to, as unmet conditions named by JSON pointer. Never repeats the offending value. */
export function unmetBySchema(error: z.ZodError, subject: string): readonly Unmet[] {
  return error.issues.map((issue) => {
    const pointer = issue.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    return { condition: pointer, detail: `${subject}${pointer === '' ? '' : ` ${pointer}`}: ${issue.message}.` };
  });
}
