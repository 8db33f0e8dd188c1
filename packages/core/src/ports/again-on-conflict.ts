import type { Result } from '../result/result.ts';

/** Each conflict means that somebody else got on, so this many in a row are no accident. */
const MAX_ATTEMPTS = 100;

/** Does again what ended in `Conflict`, since somebody else wrote in between: each attempt reads what is there now and decides on that. */
export async function againOnConflict<T, E extends { readonly code: string }>(
  attempt: (count: number) => PromiseLike<Result<T, E>>,
): Promise<Result<T, E>> {
  for (let count = 1; ; count += 1) {
    const outcome = await attempt(count);
    if (outcome.isOk() || outcome.error.code !== 'Conflict' || count === MAX_ATTEMPTS) return outcome;
  }
}
