import { setTimeout as sleep } from 'node:timers/promises';
import { GaveUp } from './gave-up.ts';
import { ConnectionLost, sqlState } from './postgres-pool.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
// A serialization failure, and a deadlock that the server resolved at our cost: it undid everything.
const NOTHING_WRITTEN = ['40001', '40P01'];

/**
 * Repeats `attempt` while its connection breaks or the server asks for a repetition, for `patienceMs` at most.
 * Only for what may be done twice. Throws `GaveUp` at the end, or when the server refuses after an attempt whose outcome is unknown;
 * every other error as it is.
 */
export async function tryAgain<T>(patienceMs: number, attempt: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  let perhapsDone = false;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ConnectionLost) perhapsDone ||= error.sent;
      else if (!NOTHING_WRITTEN.includes(sqlState(error) ?? '')) {
        // That this attempt was refused says nothing about an earlier one that may have got through.
        throw perhapsDone && sqlState(error) !== null ? new GaveUp(error, true) : error;
      }
      if (performance.now() + pause > giveUpAt) throw new GaveUp(error, perhapsDone);
    }
    await sleep(pause);
  }
}
