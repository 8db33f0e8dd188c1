import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt, ensureInstalled, inLanes, root, runQuietly } from './ensure-ready.mjs';
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

/**
 * @param {typeof known[number]} gate
 * @param {(text: string) => void} [show]
 */
async function check(gate, show) {
  const [command = '', ...args] = gate.command;
  const begun = performance.now();
  const { code, output } = await runQuietly(command, args, root, {}, show);
  return { ...gate, passed: code === 0, output, seconds: (performance.now() - begun) / 1000 };
}

/**
 * The lines that name what is wrong, for the end of the log: whoever reads a red run sees that first, and sometimes only that.
 *
 * @param {string} output
 */
function complaints(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => !line.startsWith('red as it should be'));
  const named = lines.filter((line) => /\bFAIL\b|^NOT CAUGHT/.test(line));
  const telling = lines.filter((line) => /\berror\b|[a-z]Error: |did not start/i.test(line));
  const last = lines.filter((line) => line.trim() !== '').slice(-5);
  return [...new Set([...named, ...(named.length + telling.length > 0 ? telling : last)])]
    .slice(0, 12)
    .map((line) => line.trim().slice(0, 300));
}

const chosen = known.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const outcomes = await inLanes(
  2,
  chosen
    .filter(({ alone }) => alone !== true)
    .map((gate) => async () => {
      const outcome = await check(gate);
      console.log(`\n== ${gate.name}: ${gate.promise}\n${outcome.output}`.trimEnd());
      return outcome;
    }),
);
for (const gate of chosen.filter(({ alone }) => alone === true)) {
  console.log(`\n== ${gate.name}: ${gate.promise}`);
  outcomes.push(await check(gate, (text) => process.stdout.write(text)));
}

console.log('');
for (const { name, promise, passed, seconds } of outcomes) {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(15)} ${seconds.toFixed(1).padStart(6)} s  ${promise}`);
}
for (const { output } of outcomes)
  for (const line of stripVTControlCharacters(output).match(/^(?:UNSTEADY|STUCK) .*/gm) ?? []) console.log(`\n${line}`);
const red = outcomes.filter(({ passed }) => !passed);
for (const { name, output } of red) {
  console.log(`\n${name} is red:`);
  for (const line of complaints(output)) console.log(`  ${line}`);
}
const inSeconds = (/** @type {number} */ time) => `${(time / 1000).toFixed(1)} s`;
console.log(`\ngates: ${outcomes.length - red.length} passed, ${red.length} failed`);
console.log(
  `${inSeconds(performance.now() - start)} in all; install ${inSeconds(installed - start)}, build ${inSeconds(built - installed)}`,
);
process.exit(red.length === 0 ? 0 : 1);
