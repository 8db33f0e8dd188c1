import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';

// A test that is about to run out of time tells what its process still waits for. `npm test` repeats these lines at its end: a hang that
// comes once in many runs is only understood by what it says when it comes.
const { setTimeout: later, clearTimeout: never } = globalThis;
const timers = new Map<string, NodeJS.Timeout>();

beforeEach(({ task }) => {
  const timer = later(() => {
    const waiting = `it waits for ${process.getActiveResourcesInfo().join(', ')}`;
    writeSync(2, `\nSTUCK ${task.name}: ${[waiting, ...childProcesses()].join('; ')}\n`);
  }, task.timeout * 0.9);
  timers.set(task.id, timer.unref());
});
afterEach(({ task }) => never(timers.get(task.id)));

/** What became of the processes that this one started, as far as Linux tells. */
function childProcesses(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (Number(parent) !== process.pid) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(-120);
        return [`process ${pid} ${state} ${readFileSync(`/proc/${pid}/wchan`, 'latin1')} ${command}`];
      } catch {
        return []; // It has ended.
      }
    });
}
