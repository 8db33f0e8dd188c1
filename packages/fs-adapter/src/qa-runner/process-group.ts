import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names a run in the environment of everything that it starts, so that what left the process group can be found. */
export const RUN_MARK = 'BATON_QA_RUN';

/**
 * Ends the process groups it is told about, and what left them, when this process dies, however it dies: then the pipe that it reads from is closed. It runs in
 * a session of its own, so that Ctrl-C does not reach it.
 */
const WATCHER = `
groups=
while read -r verb group; do
  case $verb in
    start) groups="$groups $group" ;;
    end) left=; for one in $groups; do [ "$one" = "$group" ] || left="$left $one"; done; groups=$left ;;
  esac
done
[ -n "$groups" ] || exit 0
for group in $groups; do kill -9 -- "-$group"; done 2>/dev/null
[ -r /proc/self/environ ] || exit 0
for file in $(grep -las "$1" /proc/[0-9]*/environ); do
  pid=\${file#/proc/}
  kill -9 "\${pid%/environ}"
done 2>/dev/null
`;

/** Watches over the process groups of a run. */
export interface GroupWatcher {
  started(group: number): void;
  ended(group: number): void;
  close(): void;
}

/** Starts the watcher of a run. Where there is none (Windows), groups end only while this process lives. */
export function watchGroups(mark: string): GroupWatcher {
  if (process.platform === 'win32') return { started: () => undefined, ended: () => undefined, close: () => undefined };
  const child = spawn('/bin/sh', ['-c', WATCHER, 'sh', `${RUN_MARK}=${mark}-`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  // Without it the run goes on as it would on Windows.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  const say = (line: string): void => void child.stdin.write(`${line}\n`);
  return {
    started: (group) => say(`start ${group}`),
    ended: (group) => say(`end ${group}`),
    close: () => void child.stdin.end(),
  };
}

/** Signals a process group. True when there was somebody to signal. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  if (process.platform === 'win32') {
    if (signal !== 0) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return signal !== 0;
  }
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

/** Ends everything that a command left: its group, and what carries the mark of the run. Answers how many there were. */
export async function endLeftovers(child: ChildProcess, mark: string): Promise<number> {
  const left = new Set<number>();
  let hadGroup = false;
  // What is ended may have started more just before.
  for (let round = 0; round < 20; round += 1) {
    const found = await findMarked(mark, child.pid);
    const isGroup = signalGroup(child, 'SIGKILL');
    hadGroup ||= isGroup;
    for (const pid of found) {
      left.add(pid);
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
    if (found.length === 0 && !isGroup) break;
    await sleep(round < 3 ? 5 : 25);
  }
  return Math.max(left.size, hadGroup ? 1 : 0);
}

/** Processes of this run that are alive, by what Linux tells about them; elsewhere none. */
async function findMarked(mark: string, group: number | undefined): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await isOfRun(pid, mark, group)) ? [pid] : [])));
  return found.flat();
}

async function isOfRun(pid: number, mark: string, group: number | undefined): Promise<boolean> {
  try {
    // pid (name) state ppid pgrp session ...; the name may hold anything.
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const [state, , pgrp, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return false;
    if (group !== undefined && (Number(pgrp) === group || Number(session) === group)) return true;
    return (await readFile(`/proc/${pid}/environ`, 'latin1')).includes(`${RUN_MARK}=${mark}\0`);
  } catch {
    // It ended meanwhile, or belongs to another user.
    return false;
  }
}
