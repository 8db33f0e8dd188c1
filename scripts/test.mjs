import { ensureBuilt, ensureInstalled, run } from './ensure-ready.mjs';
import { gates } from './gates.mjs';

// npm test                 every gate, then the proof that each gate can fail
// npm test -- lint types   only the named gates
const wanted = process.argv.slice(2);
const names = [...gates.map((gate) => gate.name), 'prove-gates'];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown gate: ${unknown.join(', ')}. The gates are: ${names.join(', ')}.`);
  process.exit(2);
}

ensureInstalled();
await ensureBuilt();

const proof = {
  name: 'prove-gates',
  promise: 'a planted violation turns each gate red',
  command: [process.execPath, 'scripts/prove-gates.mjs'],
};
const outcomes = [];
for (const gate of [...gates, proof].filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.log(`\n== ${gate.name}: ${gate.promise}`);
  const start = performance.now();
  const [command = '', ...args] = gate.command;
  const code = await run(command, args);
  outcomes.push({ ...gate, passed: code === 0, seconds: (performance.now() - start) / 1000 });
}

console.log('');
for (const { name, promise, passed, seconds } of outcomes) {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(15)} ${seconds.toFixed(1).padStart(6)} s  ${promise}`);
}
const failed = outcomes.filter(({ passed }) => !passed).length;
console.log(`\ngates: ${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
