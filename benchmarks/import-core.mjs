import { execFileSync } from 'node:child_process';
import { tellGoal } from './tell-goal.mjs';

// Goal: importing @batonkit/core costs at most twice what importing zod alone does, each in a process of its own.
const rounds = 15;
const bare = () => timeOf('0');
const zod = () => timeOf("await import('zod')");
const core = () => timeOf("await import('@batonkit/core')");

/** @type {{ zod: number; core: number }[]} */
const samples = [];
for (let round = 0; round < rounds; round += 1) {
  const start = bare();
  samples.push({ zod: zod() - start, core: core() - start });
}
const middle = median(samples.map((sample) => sample.core)) / median(samples.map((sample) => sample.zod));
console.log(`import zod             ${median(samples.map((sample) => sample.zod)).toFixed(1)} ms over a bare process`);
console.log(`import @batonkit/core  ${median(samples.map((sample) => sample.core)).toFixed(1)} ms over a bare process`);
const ratios = samples.map((sample) => sample.core / sample.zod);
const goal = tellGoal({
  what: "import '@batonkit/core'",
  rival: "import 'zod'",
  value: middle,
  spread: [Math.min(...ratios), Math.max(...ratios)],
  atMost: 2,
});
console.log(`ratio                  ${middle.toFixed(2)}  goal 2.00: ${goal}`);

/** @param {string} code */
function timeOf(code) {
  const start = performance.now();
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: import.meta.dirname });
  return performance.now() - start;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
