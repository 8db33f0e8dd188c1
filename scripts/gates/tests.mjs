import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { bin, root, run } from '../ensure-ready.mjs';
import { onlyProjectsOf } from '../test-projects.mjs';
import { hasSecondChance } from './second-chance.mjs';

// Every test but those that the gate `coverage` runs. Some start dozens of processes and wait for them, and on a machine that has other things to do one of
// those fails now and then. So a few files that failed are run again, one at a time: what fails again is red, what passes is told as
// UNSTEADY at the end of `npm test`, and is a bug of the test.
const report = '.cache/tests.json';
const projects = onlyProjectsOf('tests');

/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} FileReport */

rmSync(report, { force: true });
const code = await run(bin('vitest'), [
  'run',
  ...projects,
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
if (code === 0) process.exit(0);

/** @type {FileReport[]} */
const files = JSON.parse(readFileSync(report, 'utf8')).testResults;
const failed = files.filter(({ status }) => status !== 'passed');
const paths = failed.map(({ name }) => relative(root, name));
if (paths.length === 0 || paths.length > 3 || !paths.every(hasSecondChance)) process.exit(code);

console.log(`\nOnce more, one at a time: ${paths.join(', ')}`);
const again = await run(bin('vitest'), ['run', ...projects, '--reporter=dot', '--maxWorkers=1', ...paths]);
if (again !== 0) process.exit(again);
for (const { name, assertionResults } of failed) {
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of tests)
    console.log(`UNSTEADY ${relative(root, name)} > ${fullName}: ${failureMessages.join(' ').split('\n')[0]}`);
  if (tests.length === 0) console.log(`UNSTEADY ${relative(root, name)}`);
}
