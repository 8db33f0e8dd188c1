import { readdirSync, readFileSync } from 'node:fs';
import { errnoOf } from '../host/git-problem.ts';

/** What Linux tells of a process. */
export interface SeenProcess {
  /** A zombie: its files are closed, only its parent never asked. */
  readonly hasEnded: boolean;
  /** When it started, in hundredths of a second since the machine did; another process of the same number has another start. */
  readonly started: string | null;
}

/** Reads `/proc/<pid>/stat`; throws what the operating system does when there is no such process, or no such file at all. */
export function readProcess(pid: string | number): SeenProcess {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { hasEnded: fields[0] === 'Z', started: fields[19] ?? null };
}

/** The numbers of all processes that can be seen from here. */
export function listProcesses(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/** Tells whether a process has this text among its arguments; one that cannot be looked into may be it. */
export function hasProcessWith(text: string): boolean {
  return listProcesses().some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text);
    } catch (error) {
      return !['ENOENT', 'ESRCH'].includes(errnoOf(error) ?? ''); // Ended meanwhile.
    }
  });
}
