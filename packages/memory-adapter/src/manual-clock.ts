import type { Clock } from '@batonkit/core';

/** A clock that moves only when told to. */
export interface ManualClock extends Clock {
  /** Moves the clock by `ms` (back, when negative) and wakes the sleepers whose time has come. */
  advance(ms: number): void;
}

/**
 * A clock for tests. `sleep` moves it forward and returns at once, so that code with retries runs without waiting; with
 * `autoAdvance: false` sleepers wait for {@link ManualClock.advance}.
 *
 * @example
 * ```ts
 * import { createManualClock } from '@batonkit/memory-adapter';
 *
 * const clock = createManualClock({ start: Date.UTC(2026, 0, 1) });
 * await clock.sleep(1500);
 * new Date(clock.now()).toISOString(); // => '2026-01-01T00:00:01.500Z'
 * ```
 */
export function createManualClock(
  options: { readonly start?: number; readonly autoAdvance?: boolean } = {},
): ManualClock {
  const { start = Date.UTC(2026, 0, 1), autoAdvance = true } = options;
  let time = start;
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  const advance = (ms: number): void => {
    time += ms;
    const due = sleepers.filter(({ until }) => until <= time);
    sleepers = sleepers.filter(({ until }) => until > time);
    for (const { wake } of due) wake();
  };

  return {
    now: () => time,
    advance,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        if (autoAdvance) {
          advance(ms);
          return resolve();
        }
        sleepers.push({ until: time + ms, wake: resolve });
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}
