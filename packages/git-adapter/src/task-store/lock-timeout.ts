import { failure, type StoreError } from '@batonkit/core';

/** The failure of a writer that waited for a lock in vain, with what a person can find out about it. */
export function lockTimeout(
  id: string,
  { waitedMs, lock }: { readonly waitedMs: number; readonly lock: string },
): StoreError {
  return failure(
    'LockTimeout',
    `${id} was locked for ${waitedMs} ms by ${lock}. Nothing was written; try again. If it stays, see whether a git process is ` +
      'at work in this repository or stopped: when there is none, one has died and left this file behind, and somebody has to ' +
      'move it away by hand, because Batonkit cannot prove whose it is.',
    { id, waitedMs },
  );
}
