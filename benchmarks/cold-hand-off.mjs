import { execFileSync } from 'node:child_process';
import { amount, median, race, summary } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// Goal: a three-role hand-off with drift in memory takes at most 100 ms after import, also the first time in a process.
// Processor time tells more than the clock where others work on the same machine; `node -e 0` in the same run says how slow it is now.
// Usage: npm run build && node benchmarks/cold-hand-off.mjs
const rounds = amount(15, 1);
const handOff = `
  const { handOffInMemory } = await import('./hand-off-in-memory.mjs');
  const [start, used] = [performance.now(), process.cpuUsage()];
  await handOffInMemory();
  const { user, system } = process.cpuUsage(used);
  console.log(JSON.stringify({ wall: performance.now() - start, processor: (user + system) / 1000 }));
`;
const bare = `
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ wall: performance.now(), processor: (user + system) / 1000 }));
`;

/** @type {Times[]} */
const firsts = [];
/** @type {Times[]} */
const bares = [];
await race(rounds, [() => firsts.push(run(handOff)), () => bares.push(run(bare))], { warmUps: 0 });
const wall = summary(firsts.map((first) => first.wall));
const processor = median(firsts.map((first) => first.processor));
const start = median(bares.map((sample) => sample.processor));
console.log(`first hand-off in a process  ${wall.value.toFixed(0)} ms, ${processor.toFixed(0)} ms of processor time`);
console.log(
  `a bare node process          ${start.toFixed(0)} ms of processor time, so ${(processor / start).toFixed(2)}x`,
);
const goal = tellGoal({
  what: 'three-role hand-off with drift in memory, first in a process, after import',
  ...wall,
  unit: 'ms',
  atMost: 100,
});
console.log(`after import                 ${goal}`);

/** @typedef {{ wall: number, processor: number }} Times */

/**
 * @param {string} code
 * @returns {Times}
 */
function run(code) {
  const options = { cwd: import.meta.dirname, encoding: /** @type {const} */ ('utf8') };
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', code], options));
}
