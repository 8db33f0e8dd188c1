import { ensureBuilt, ensureInstalled, inLanes, run, runQuietly } from './ensure-ready.mjs';
import { gates } from './gates.mjs';

// npm test                 every gate, then the proof that each gate can fail
// npm test -- lint types   only the named gates
const proof = {
  name: 'prove-gates',
  promise: 'a planted violation turns each gate red',
  command: [process.execPath, 'scripts/prove-gates.mjs'],
  alone: true,
};
const known = [...gates, proof];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.some((gate) => gate.name === name));
if (unknown.length > 0) {
  console.error(`Unknown gate: ${unknown.join(', ')}. The gates are: ${known.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const start = performance.now();
ensureInstalled();
const installed = performance.now();
await ensureBuilt();
const built = performance.now();

/** @typedef {typeof known[number] & { passed: boolean; seconds: number }} Outcome */
const chosen = known.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const together = chosen.filter(({ alone }) => alone !== true);
/** @type {Outcome[]} */
const outcomes = await inLanes(
  2,
  together.map((gate) => async () => {
    const [command = '', ...args] = gate.command;
    const begun = performance.now();
    const { code, output } = await runQuietly(command, args);
    console.log(`\n== ${gate.name}: ${gate.promise}\n${output}`.trimEnd());
    return { ...gate, passed: code === 0, seconds: (performance.now() - begun) / 1000 };
  }),
);
for (const gate of chosen.filter(({ alone }) => alone === true)) {
  console.log(`\n== ${gate.name}: ${gate.promise}`);
  const [command = '', ...args] = gate.command;
  const begun = performance.now();
  const code = await run(command, args);
  outcomes.push({ ...gate, passed: code === 0, seconds: (performance.now() - begun) / 1000 });
}

console.log('');
for (const { name, promise, passed, seconds } of outcomes) {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(15)} ${seconds.toFixed(1).padStart(6)} s  ${promise}`);
}
const failed = outcomes.filter(({ passed }) => !passed).length;
const inSeconds = (/** @type {number} */ time) => `${(time / 1000).toFixed(1)} s`;
console.log(`\ngates: ${outcomes.length - failed} passed, ${failed} failed`);
console.log(
  `${inSeconds(performance.now() - start)} in all; install ${inSeconds(installed - start)}, build ${inSeconds(built - installed)}`,
);
process.exit(failed === 0 ? 0 : 1);
