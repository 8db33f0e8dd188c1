import { describe, expect, test } from 'vitest';
import { errorOf } from '../testing/scripted-pool.mjs';
import { GaveUp } from './gave-up.ts';
import { ConnectionLost } from './postgres-pool.ts';
import { tryAgain } from './try-again.ts';

/** Throws these one after the other, then goes on with the last. */
function failing(...errors: (Error | null)[]) {
  let calls = 0;
  const attempt = (): Promise<string> => {
    calls += 1;
    const error = errors[Math.min(calls, errors.length) - 1] ?? null;
    return error === null ? Promise.resolve(`at ${calls}`) : Promise.reject(error);
  };
  return { attempt, calls: () => calls };
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const unsent = new ConnectionLost('ECONNREFUSED', false);
const sent = new ConnectionLost('ECONNRESET', true);

describe('tryAgain', () => {
  test.each([
    ['a lost connection', sent],
    ['a serialization failure', errorOf('40001')],
    ['a deadlock', errorOf('40P01')],
  ])('repeats after %s', async (_, error) => {
    expect(await tryAgain(1000, failing(error, error, null).attempt)).toBe('at 3');
  });

  test.each([errorOf('23505'), errorOf('55P03'), new TypeError('a bug')])(
    'throws %s on as it is, at the first attempt',
    async (error) => {
      const { attempt, calls } = failing(error);
      expect(await failureOf(tryAgain(1000, attempt))).toBe(error);
      expect(calls()).toBe(1);
    },
  );

  test.each([
    { errors: [unsent], perhapsDone: false },
    { errors: [sent], perhapsDone: true },
    { errors: [sent, unsent], perhapsDone: true },
    { errors: [errorOf('40001')], perhapsDone: false },
  ])(
    'gives up with the last error, and knows whether anything was sent: $perhapsDone',
    async ({ errors, perhapsDone }) => {
      const gaveUp = (await failureOf(tryAgain(60, failing(...errors).attempt))) as GaveUp;
      expect(gaveUp).toBeInstanceOf(GaveUp);
      expect(gaveUp.message).toBe('gave up');
      expect(gaveUp.lastError).toBe(errors.at(-1));
      expect(gaveUp.perhapsDone).toBe(perhapsDone);
    },
  );

  test('a refusal after an attempt that was sent leaves its outcome unknown; a bug stays a bug', async () => {
    const refusal = errorOf('55P03');
    const gaveUp = (await failureOf(tryAgain(1000, failing(sent, refusal).attempt))) as GaveUp;
    expect(gaveUp).toBeInstanceOf(GaveUp);
    expect([gaveUp.lastError, gaveUp.perhapsDone]).toEqual([refusal, true]);
    expect(await failureOf(tryAgain(1000, failing(unsent, refusal).attempt))).toBe(refusal);
    const bug = new TypeError('a bug');
    expect(await failureOf(tryAgain(1000, failing(sent, bug).attempt))).toBe(bug);
  });

  test('without patience there is one attempt', async () => {
    const { attempt, calls } = failing(unsent);
    expect(await failureOf(tryAgain(0, attempt))).toBeInstanceOf(GaveUp);
    expect(calls()).toBe(1);
  });

  test('rests longer each time, and never beyond its patience', async () => {
    const { attempt, calls } = failing(unsent);
    const start = performance.now();
    await failureOf(tryAgain(300, attempt));
    // At 0, 20, 60 and 140 ms; the rest before a fifth one would end at 300 or later.
    expect(calls()).toBeGreaterThanOrEqual(2);
    expect(calls()).toBeLessThanOrEqual(4);
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
