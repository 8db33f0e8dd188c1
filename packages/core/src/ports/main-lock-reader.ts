import type { ResultAsync } from '../result/result.ts';
import type { Failure } from '../result/failure.ts';

/** The id under which the lock of the main working tree is kept: a record of its own, made when somebody locks for the first time. */
export const MAIN_LOCK_TASK = 'main-working-tree';

/** Tells which session holds the lock of the main working tree. `mainLock` of the protocol is one. */
export interface MainLockReader {
  /** Who holds it; `null` when it is free. */
  read(): ResultAsync<{ readonly session: string } | null, Failure>;
}
