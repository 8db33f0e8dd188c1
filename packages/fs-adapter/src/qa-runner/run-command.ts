import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutputWindow, type KeptOutput } from './output-window.ts';
import { endLeftovers, type GroupWatcher, RUN_MARK, signalGroup } from './process-group.ts';

/** How long a command has to end by itself after it was asked to. */
const GRACE_MS = 2000;

/** How long output is waited for once everything that could write it has ended. */
const DRAIN_MS = 1000;

/** One command to run. */
export interface CommandToRun {
  readonly line: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeLimitMs: number;
  readonly mark: string;
  readonly watcher: GroupWatcher;
  readonly signal?: AbortSignal | undefined;
  readonly onText?: ((text: string) => void) | undefined;
}

/** How a command ended. */
export interface CommandEnd {
  readonly ended: 'exited' | 'signalled' | 'timed-out' | 'cancelled';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly output: KeptOutput;
  readonly leftRunning: number;
}

/** Runs a command line in a shell and a process group of its own. Throws when the shell can't be started. */
export async function runCommand(given: CommandToRun): Promise<CommandEnd> {
  const { mark, watcher, signal, timeLimitMs, onText } = given;
  const startedAt = Date.now();
  const began = performance.now();
  const child = startShell(given);
  const window = new OutputWindow();
  const decoder = new StringDecoder('utf8');
  child.stdout?.on('data', (chunk: Buffer) => {
    window.add(chunk);
    onText?.(decoder.write(chunk));
  });
  const closed = child.stdout === null ? Promise.resolve() : once(child.stdout, 'close');
  const exited = new Promise<{ code: number | null; by: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => resolve({ code, by }));
  });
  if (child.pid !== undefined) watcher.started(child.pid);
  let cut: 'timed-out' | 'cancelled' | null = null;
  const stop = (why: typeof cut): void => {
    if (cut !== null) return;
    cut = why;
    signalGroup(child, 'SIGTERM');
    void sleep(GRACE_MS, undefined, { ref: false }).then(() => {
      if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGKILL');
    });
  };
  const cancel = (): void => stop('cancelled');
  const timer = setTimeout(() => stop('timed-out'), Math.min(timeLimitMs, 2 ** 31 - 1));
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted === true) cancel();
  try {
    const { code, by } = await exited;
    const durationMs = Math.round(performance.now() - began);
    const leftRunning = await endLeftovers(child, mark);
    await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
    child.stdout?.destroy();
    onText?.(decoder.end());
    const ended = cut ?? (by === null ? 'exited' : 'signalled');
    const isCut = cut !== null;
    return {
      ...{ ended, exitCode: isCut ? null : code, signal: isCut ? null : by, startedAt, durationMs, leftRunning },
      output: window.end(),
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    if (child.pid !== undefined) watcher.ended(child.pid);
  }
}

/** Both streams are one pipe, so that lines come in the order in which they were printed. */
function startShell({ line, cwd, env, mark }: CommandToRun): ChildProcess {
  const marked = { ...env, [RUN_MARK]: mark };
  const how = { cwd, env: marked, detached: process.platform !== 'win32' } as const;
  if (process.platform === 'win32')
    return spawn(`${line} 2>&1`, { ...how, shell: true, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
  return spawn('/bin/sh', ['-c', `exec 2>&1\n${line}`], { ...how, stdio: ['ignore', 'pipe', 'ignore'] });
}
