/** Whether only to try that the benchmark runs (`npm run bench -- --quick`); its numbers then say nothing. */
const isQuick = process.env.BATONKIT_BENCH_QUICK === '1';

/**
 * How much of something: all of it, or next to nothing in the quick form.
 *
 * @param {number} whole
 * @param {number} quick
 */
export function amount(whole, quick) {
  return isQuick ? quick : whole;
}

/** What a contestant answers of which not everything counts. */
export class OwnTime {
  /** @param {number} ms */
  constructor(ms) {
    this.ms = ms;
  }
}

/**
 * Lets the contestants take turns and answers the milliseconds that each took, by round. Who comes first changes by chance: who comes
 * after an fsync of somebody else has an advantage or a burden. A contestant that answers an `OwnTime` has measured itself.
 *
 * @param {number} rounds
 * @param {readonly (() => unknown)[]} contestants
 * @param {{ warmUps?: number, before?: () => void, beforeRound?: () => void }} [options] these two are not measured
 * @returns {Promise<number[][]>}
 */
export async function race(rounds, contestants, { warmUps = 1, before, beforeRound } = {}) {
  const times = contestants.map(() => /** @type {number[]} */ ([]));
  for (let round = -warmUps; round < rounds; round += 1) {
    beforeRound?.();
    const order = contestants.map((run, index) => ({ run, index, draw: Math.random() }));
    for (const { run, index } of order.sort((a, b) => a.draw - b.draw)) {
      before?.();
      const start = performance.now();
      const own = await run();
      const whole = performance.now() - start;
      const took = own instanceof OwnTime ? own.ms : whole;
      if (round >= 0) times[index]?.push(took);
    }
  }
  return times;
}

/** @param {readonly number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/**
 * The middle and the spread of measured values, for {@link tellGoal}.
 *
 * @param {readonly number[]} values
 */
export function summary(values) {
  return { value: median(values), spread: spreadOf(values) };
}

/**
 * The ratio of two medians, and the spread of the ratios of single rounds.
 *
 * @param {readonly number[] | undefined} ours
 * @param {readonly number[] | undefined} theirs of the same rounds
 */
export function ratio(ours = [], theirs = []) {
  const each = ours.map((value, round) => value / (theirs[round] ?? NaN));
  return { value: median(ours) / median(theirs), spread: spreadOf(each) };
}

/**
 * Without the tenth at either end, which is the noise of the machine.
 *
 * @param {readonly number[]} values
 * @returns {[number, number]}
 */
function spreadOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length / 10);
  return [sorted[cut] ?? NaN, sorted[sorted.length - 1 - cut] ?? NaN];
}
