import { readSideLog } from './side-log.ts';

/** The longest time from a fault to the next acknowledgement of any writer, in milliseconds. */
export function longestSilence(faultsAt: readonly number[], logs: readonly string[]): number {
  const times = logs
    .flatMap(readSideLog)
    .flatMap((entry) => ('acknowledged' in entry ? [entry.at] : []))
    .sort((a, b) => a - b);
  return Math.max(0, ...faultsAt.map((fault) => (times.find((time) => time >= fault) ?? fault) - fault));
}
