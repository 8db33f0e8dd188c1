import { execFileSync } from 'node:child_process';
import { amount, median, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// Goal: importing @batonkit/core costs at most twice what importing zod alone does, each in a process of its own.
const [bare = [], zod = [], core = []] = await race(
  amount(41, 1),
  ['0', "await import('zod')", "await import('@batonkit/core')"].map((code) => () => run(code)),
  { warmUps: amount(1, 0) },
);
const [overZod, overCore] = [zod, core].map((times) => times.map((time, round) => time - (bare[round] ?? NaN)));
console.log(`import zod             ${median(overZod ?? []).toFixed(1)} ms over a bare process`);
console.log(`import @batonkit/core  ${median(overCore ?? []).toFixed(1)} ms over a bare process`);
const told = { what: "import '@batonkit/core'", rival: "import 'zod'", ...ratio(overCore, overZod), atMost: 2 };
console.log(`ratio                  ${tellGoal(told)}`);

/** @param {string} code */
function run(code) {
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: import.meta.dirname });
}
