import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { errnoOf } from '../host/git-problem.ts';
import { listProcesses, readProcess, type SeenProcess } from './process-table.ts';

/** The process space of the machine itself: who is in it sees every process. */
const WHOLE_MACHINE = 'pid:[4026531836]';
/** The start of a process is known to the second, so one that seems this much younger than a file may have made it. */
const SLACK_MS = 2000;
const TICKS_PER_SECOND = 100;

/**
 * Tells whether nobody can be the owner of an empty lock file: git makes it, looks at the ref and only then writes into it, so a
 * kill in between leaves it nameless. From inside the machine's own process space (not a container) every process is visible; none
 * has the file open, and no git that could hold it is older than the file.
 */
export function isEmptyLockAbandoned(lock: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false });
  if (found?.size !== 0 || Date.now() - found.ctimeMs <= SLACK_MS) return false;
  if (readlinkSync('/proc/self/ns/pid') !== WHOLE_MACHINE) return false;
  const path = realpathSync(lock);
  // The first process is the machine's own, never a git, and often not to be looked into.
  const others = listProcesses().filter((pid) => pid !== '1');
  return !others.some((pid) => couldHold(pid, path, found.ctimeMs));
}

function couldHold(pid: string, lock: string, madeAt: number): boolean {
  try {
    const isGit = readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('git');
    const isReader = readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('\0cat-file\0');
    const seen = readProcess(pid);
    if (seen.hasEnded) return false;
    if (isGit && !isReader && startTime(seen) <= madeAt + SLACK_MS) return true;
    return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === lock);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errnoOf(error) ?? '')) return false; // It has ended.
    // The files of other users are hidden from us, but the lock is ours.
    return lstatSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === process.getuid?.();
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null; // Closed meanwhile.
    throw error;
  }
}

/** When a process started, in milliseconds since the epoch. */
function startTime({ started }: SeenProcess): number {
  const boot = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1]);
  return (boot + Number(started) / TICKS_PER_SECOND) * 1000;
}
