/** Runs work on one key after the other, in the order of asking; work on different keys runs side by side. */
export type TakeTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets the callers of one process queue for a task instead of racing with git processes that can only lose. A courtesy: the
 * compare-and-set does not depend on it.
 */
export function createTurns(): TakeTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = before === undefined ? work() : before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
