import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, type FileOperations } from '../files/file-operations.ts';
import type { TaskFiles } from './task-files.ts';

const LOSSES_BEFORE_TURN = 40;
const PATIENCE_MS = 250;
const KEEP_MS = 250;
const DEADLINE_MS = 10_000;
const STALE_MS = 5_000;
const UPDATE_MS = 1_000;
const BACKOFF_MS = { least: 2, most: 20 };

/** What a writer has while it writes: the lock, or the knowledge that nobody it would respect holds it. */
export interface Turn {
  /** True when the lock was taken from its holder, or the writer has spent its ten seconds: it must give up. */
  isLost(): boolean;
  /** Milliseconds since the writer asked. */
  waitedMs(): number;
  /** True when time has passed since the writer looked at the revisions. */
  readonly hasWaited: boolean;
  /** The writer is done: `lost` when a rival was faster. Never fails. */
  end(outcome: 'done' | 'lost'): Promise<void>;
}

/**
 * Lets a writer that lost many times in a row have its turn: it takes the lock and keeps it until its next commit, and the
 * others wait for it. A courtesy: the compare-and-set on the revision's name decides, with or without it. So nobody waits longer
 * than 250 ms for a lock whose holder may be dead or stopped, and any trouble with it means going on without.
 */
export interface CourtesyLock {
  /** Counts a commit that came too late before it could ask for its turn. */
  noteLoss(id: string): void;
  /** Waits while another writer has its turn, or takes one; not longer than until `isMoot`. */
  takeTurn(task: TaskFiles, isMoot: () => Promise<boolean>): Promise<Turn>;
}

/** The one place that knows proper-lockfile. It is loaded when first needed: loading it installs signal handlers. */
export function createCourtesyLock(files: FileOperations): CourtesyLock {
  const losses = new Map<string, number>();
  const kept = new Map<string, HeldLock>();
  const ignoredUntil = new Map<string, number>();

  /** One look at the lock's age, far cheaper than an attempt to take it. */
  const isHeld = async (task: TaskFiles): Promise<boolean> => {
    if ((ignoredUntil.get(task.id) ?? 0) > performance.now()) return false;
    const takenAt = await files.writtenAt(task.lock).catch(() => null);
    return takenAt !== null && Math.abs(Date.now() - takenAt) < STALE_MS;
  };

  /** Waits its turn; the lock when it is this writer's to take, null when the writer goes on without. */
  const wait = async (task: TaskFiles, start: number, isMoot: () => Promise<boolean>): Promise<HeldLock | null> => {
    const wantsTurn = (losses.get(task.id) ?? 0) >= LOSSES_BEFORE_TURN;
    while (performance.now() - start < PATIENCE_MS) {
      const answer = (await isHeld(task)) ? 'held' : wantsTurn ? await tryLock(task) : null;
      if (answer !== 'held') return answer;
      if (await isMoot()) return null;
      await sleep(BACKOFF_MS.least + Math.random() * (BACKOFF_MS.most - BACKOFF_MS.least));
    }
    ignoredUntil.set(task.id, performance.now() + STALE_MS);
    return null;
  };

  const keep = (id: string, lock: HeldLock): void => {
    kept.set(id, lock);
    setTimeout(() => {
      if (kept.get(id) !== lock) return;
      kept.delete(id);
      void lock.release();
    }, KEEP_MS).unref();
  };

  const noteLoss = (id: string): void => void losses.set(id, (losses.get(id) ?? 0) + 1);

  return {
    noteLoss,
    takeTurn: async (task, isMoot) => {
      const start = performance.now();
      const own = kept.get(task.id);
      kept.delete(task.id);
      const hasWaited = own === undefined && (await isHeld(task));
      let lock = own ?? null;
      if (own === undefined && (hasWaited || (losses.get(task.id) ?? 0) >= LOSSES_BEFORE_TURN))
        lock = await wait(task, start, isMoot);

      const waitedMs = (): number => Math.round(performance.now() - start);
      let ended = false;
      return {
        hasWaited: hasWaited || lock !== null,
        waitedMs,
        isLost: () => (lock?.isCompromised() ?? false) || ((hasWaited || lock !== null) && waitedMs() > DEADLINE_MS),
        end: async (outcome) => {
          if (ended) return;
          ended = true;
          if (outcome === 'lost') noteLoss(task.id);
          else losses.delete(task.id);
          if (lock === null) return;
          if (outcome === 'lost' && !lock.isCompromised()) keep(task.id, lock);
          else await lock.release();
        },
      };
    },
  };
}

interface HeldLock {
  isCompromised(): boolean;
  release(): Promise<void>;
}

/** Takes the lock; `held` when somebody has it, null when it cannot be used here at all. */
async function tryLock(task: TaskFiles): Promise<HeldLock | 'held' | null> {
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
    return errorCode(error) === 'ELOCKED' ? 'held' : null;
  }
}
