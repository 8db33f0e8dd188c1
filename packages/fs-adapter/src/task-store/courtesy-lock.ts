import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../files/file-operations.ts';
import type { TaskFiles } from './task-files.ts';

const STALE_MS = 5_000;
const UPDATE_MS = 1_000;
const DEADLINE_MS = 10_000;
const CONTENDED_MS = 1_000;
const PATIENCE_MS = 250;
const BACKOFF_MS = { least: 2, most: 20 };

/** What a writer holds while it writes. */
export interface LockHold {
  /** True when the lock was taken from its holder, or the holder has spent its ten seconds: the writer must give up. */
  isLost(): boolean;
  /** Milliseconds since the writer asked for the lock. */
  waitedMs(): number;
  /** Never fails. */
  release(): Promise<void>;
}

/**
 * Spares rival writers work that one of them would do in vain. Nothing depends on it: the compare-and-set of the revision's
 * name decides. So it is taken only on tasks that had a conflict within the last second, is waited for at most
 * 250 ms (a holder killed or stopped holds up nobody for longer, see docs/decisions/0003-fs-store.md), and any trouble with it means
 * going on without.
 */
export interface CourtesyLock {
  /** Tells that writers met on a task; the next ones take turns. */
  noteConflict(id: string): void;
  /** Waits its turn, until `isMoot` says that waiting is in vain. */
  acquire(task: TaskFiles, isMoot: () => Promise<boolean>): Promise<LockHold>;
}

/** The one place that knows proper-lockfile. It is loaded at the first conflict: loading it installs signal handlers. */
export function createCourtesyLock(): CourtesyLock {
  const contendedUntil = new Map<string, number>();
  const skippedUntil = new Map<string, number>();
  const lasts = (until: Map<string, number>, id: string): boolean => {
    if ((until.get(id) ?? -Infinity) > performance.now()) return true;
    until.delete(id);
    return false;
  };

  return {
    noteConflict: (id) => void contendedUntil.set(id, performance.now() + CONTENDED_MS),
    acquire: async (task, isMoot) => {
      const start = performance.now();
      const waitedMs = (): number => Math.round(performance.now() - start);
      const isLate = (): boolean => waitedMs() > DEADLINE_MS;
      const without: LockHold = { isLost: () => false, waitedMs, release: () => Promise.resolve() };
      if (!lasts(contendedUntil, task.id) || lasts(skippedUntil, task.id)) return without;

      while (waitedMs() < PATIENCE_MS) {
        const taken = await tryLock(task);
        if (taken === 'unusable') return without;
        if (taken !== 'held')
          return { isLost: () => taken.isCompromised() || isLate(), waitedMs, release: taken.release };
        if (await isMoot()) return without;
        await sleep(BACKOFF_MS.least + Math.random() * (BACKOFF_MS.most - BACKOFF_MS.least));
      }
      skippedUntil.set(task.id, performance.now() + STALE_MS);
      return { ...without, isLost: isLate };
    },
  };
}

interface TakenLock {
  isCompromised(): boolean;
  release(): Promise<void>;
}

async function tryLock(task: TaskFiles): Promise<TakenLock | 'held' | 'unusable'> {
  const { lock } = (await import('proper-lockfile')).default;
  let compromised = false;
  try {
    const release = await lock(task.directory, {
      lockfilePath: task.lock,
      realpath: false,
      stale: STALE_MS,
      update: UPDATE_MS,
      onCompromised: () => (compromised = true),
    });
    return { isCompromised: () => compromised, release: () => release().catch(() => undefined) };
  } catch (error) {
    return errorCode(error) === 'ELOCKED' ? 'held' : 'unusable';
  }
}
