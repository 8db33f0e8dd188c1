import type { QaRunSettings } from '@batonkit/core';
import type { BatonIo } from '../io/baton-io.ts';
import { createPaint } from '../print/paint.ts';
import { oneLine } from '../print/plain-text.ts';

/** How QA commands are followed, and the end of it. */
export interface Following {
  readonly settings: Pick<QaRunSettings, 'signal' | 'onOutput' | 'onProgress'>;
  readonly stop: () => void;
}

/**
 * Shows what QA commands print while they run, on standard error, with a line before and after each; with several at once, each line says
 * which it is of. An interrupt ends them.
 */
export function followQa(io: BatonIo, isQuiet: boolean): Following {
  const controller = new AbortController();
  const stop = io.onInterrupt?.(() => controller.abort()) ?? (() => undefined);
  const { signal } = controller;
  if (isQuiet) return { settings: { signal }, stop };
  const paint = createPaint(io, io.stderr);
  const running = new Set<number>();
  const half = new Map<number, string>();
  const say = (line: string): unknown => io.stderr.write(`${line}\n`);
  // Of several at once only whole lines are shown.
  const show = (index: number, text: string): void => {
    if (running.size < 2 && !half.has(index)) return void io.stderr.write(text);
    const lines = `${half.get(index) ?? ''}${text}`.split('\n');
    half.set(index, lines.pop() ?? '');
    for (const line of lines) say(`${paint.dim(`[${index + 1}]`)} ${line}`);
  };
  return {
    settings: {
      signal,
      onOutput: ({ index, text }) => show(index, text),
      onProgress: ({ command, index, of, execution }) => {
        const what = `${oneLine(command)} ${paint.dim(`(${index + 1} of ${of})`)}`;
        if (execution === null) {
          running.add(index);
          say(`${paint.cyan('run:')} ${what}`);
          return;
        }
        running.delete(index);
        const rest = half.get(index) ?? '';
        if (rest !== '') say(`${paint.dim(`[${index + 1}]`)} ${rest}`);
        half.delete(index);
        const { ended, exitCode, signal: by, durationMs, leftRunning } = execution;
        const end =
          ended === 'exited' ? `exit code ${exitCode}` : ended === 'signalled' ? `ended by ${by}` : 'took too long';
        const left = leftRunning === 0 ? '' : `, ${leftRunning} left running were ended`;
        const line = `${what}: ${end}, ${(durationMs / 1000).toFixed(1)} s${left}`;
        say(`${exitCode === 0 ? paint.green('done:') : paint.red('failed:')} ${line}`);
      },
    },
    stop,
  };
}
