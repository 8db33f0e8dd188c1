import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FaultStore } from './fault-hooks.ts';

/** What a writer process is to do. */
export interface WriterJob {
  readonly store: FaultStore;
  /** Path of its side log; a writer that is started again goes on with the same one. */
  readonly log: string;
  readonly name: string;
  readonly tasks: readonly string[];
  readonly work: 'script' | 'one commit' | 'write';
  /** Stop after so many commits; without it, write until killed. */
  readonly commits?: number;
  /** Rest so many milliseconds after each commit. */
  readonly pauseMs?: number;
  /** Die or stop at the `at`-th place that the store reaches. */
  readonly strike?: { readonly at: number; readonly as: 'kill' | 'stop' };
  /** Let the wall clock jump by up to a day, back and forth, while writing. */
  readonly clockJumps?: boolean;
}

/** What a writer process tells the lab. */
export type WriterReport =
  | { readonly type: 'ready' }
  /** The first commit of this life was acknowledged. */
  | { readonly type: 'writing' }
  | { readonly type: 'stopping'; readonly point: string }
  /** How often the clock jumped. */
  | { readonly type: 'jumped'; readonly count: number };

/** A running writer. */
export interface Writer {
  readonly process: ChildProcess;
  /** Resolves when the report of this type comes; null when the process ends without it. */
  reported<Type extends WriterReport['type']>(type: Type): Promise<Extract<WriterReport, { type: Type }> | null>;
  /** Exit code, or the signal that killed it. */
  readonly ended: Promise<number | string>;
}

/** Starts a writer process. */
export function startWriter(job: WriterJob, env: Readonly<Record<string, string>> = {}): Writer {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@batonkit/conformance/package.json'));
  const child = fork(join(packageFolder, 'dist', 'fault-lab', 'fault-writer.js'), [JSON.stringify(job)], {
    execArgv: [],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    process: child,
    ended,
    reported: (type) =>
      new Promise((resolve) => {
        child.on('message', (message: WriterReport) => {
          if (message.type === type) resolve(message as Extract<WriterReport, { type: typeof type }>);
        });
        void ended.then(() => resolve(null));
      }),
  };
}
