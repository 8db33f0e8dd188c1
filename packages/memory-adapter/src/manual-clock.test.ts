import { describe, expect, test } from 'vitest';
import { createManualClock } from './manual-clock.ts';

describe('createManualClock', () => {
  test('sleeping moves the clock and returns at once', async () => {
    const clock = createManualClock({ start: 1000 });
    await clock.sleep(500);
    expect(clock.now()).toBe(1500);
  });

  test('without autoAdvance sleepers wait for their time', async () => {
    const clock = createManualClock({ start: 0, autoAdvance: false });
    const woken: string[] = [];
    const sleepers = [clock.sleep(10).then(() => woken.push('ten')), clock.sleep(20).then(() => woken.push('twenty'))];
    clock.advance(10);
    await sleepers[0];
    expect(woken).toEqual(['ten']);
    clock.advance(10);
    await Promise.all(sleepers);
    expect(woken).toEqual(['ten', 'twenty']);
  });

  test('an aborted signal ends a sleep', async () => {
    const clock = createManualClock({ autoAdvance: false });
    const abort = new AbortController();
    const sleep = clock.sleep(1_000_000, abort.signal);
    abort.abort();
    await sleep;
    await clock.sleep(1_000_000, abort.signal);
    expect(abort.signal.aborted).toBe(true);
  });

  test('the clock can jump back', () => {
    const clock = createManualClock({ start: 1000 });
    clock.advance(-400);
    expect(clock.now()).toBe(600);
  });
});
