import { err, type Failure, ok, rejection, type Result } from '@batonkit/core';
import * as z from 'zod';

/** The flag that makes warnings a failure. */
export const strict = z.boolean().optional().describe('Fail where there would be a warning');

interface Noticed {
  readonly code: string;
  readonly message: string;
  readonly where?: string | undefined;
}

/** An answer with its warnings, or with `strict` the failure `StrictFailed` that lists them. */
export function strictly<T extends { readonly warnings: readonly Noticed[] }>(
  answer: T,
  isStrict: boolean | undefined,
): Result<T, Failure> {
  if (isStrict !== true || answer.warnings.length === 0) return ok(answer);
  return err(
    rejection(
      'StrictFailed',
      answer.warnings.map(({ code, message, where }) => ({
        condition: code,
        detail: where === undefined ? message : `${where}: ${message}`,
      })),
    ),
  );
}
