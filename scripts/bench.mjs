import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { goals } from '../benchmarks/goals.mjs';
import { formatGoals, isMet } from '../benchmarks/tell-goal.mjs';
import { ensureBuilt, ensureInstalled, inLanes, root, run, runQuietly } from './ensure-ready.mjs';

// npm run bench             every benchmark, then one table of all goals
// npm run bench -- import   those whose file name contains a word
// npm run bench -- --write  also writes benchmarks/results.md
// npm run bench -- --quick  tiny sizes, two at a time: only checks that every benchmark runs and tells its rows

const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const isQuick = given.includes('--quick');
if (isQuick && given.includes('--write')) {
  console.error('The numbers of the quick form mean nothing, so they are not written. Leave out --quick or --write.');
  process.exit(2);
}
ensureInstalled();
await ensureBuilt();

const helpers = ['goals.mjs', 'hand-off-in-memory.mjs', 'measure.mjs', 'tell-goal.mjs'];
const files = readdirSync(join(root, 'benchmarks'))
  .filter((file) => file.endsWith('.mjs') && !helpers.includes(file))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
const gone = Object.keys(goals).filter((file) => words.length === 0 && !files.includes(file));
const scratch = mkdtempSync(join(tmpdir(), 'batonkit-bench-rows-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const results = await inLanes(
  isQuick ? 2 : 1,
  files.map((file) => () => runBenchmark(file)),
);
const problems = [
  ...gone.map((file) => `benchmarks/${file} is not there.`),
  ...results.flatMap((result) => result.problems),
];
const rows = results.flatMap((result) => result.rows);
if (isQuick) {
  console.log(`${files.length} benchmarks, ${rows.length} rows, ${problems.length} problems`);
} else {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'} at the end`;
  const table = formatGoals(rows);
  const judged = rows.filter(({ atMost, atLeast }) => atMost !== undefined || atLeast !== undefined);
  const count = `${judged.filter(isMet).length} of ${judged.length} goals met`;
  console.log(`\n${table}\n\n${machine}\n${count}`);
  if (given.includes('--write') && problems.length === 0) {
    const some = words.length === 0 ? '' : `\n\n**Not all of them**: only ${files.join(', ')}.`;
    const text = `# Benchmarks\n\nWritten by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.${some}\n\nA ratio is that of two medians of interleaved rounds, to the rival in the same run; the spread holds four of five rounds. ${count}. What the rows mean is in [the guide](../docs/performance.md).\n\n${table}\n`;
    writeFileSync(join(root, 'benchmarks', 'results.md'), text);
  }
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** @param {string} file */
async function runBenchmark(file) {
  const rowsFile = join(scratch, `${file}.jsonl`);
  writeFileSync(rowsFile, '');
  const env = { BATONKIT_BENCH_ROWS: rowsFile, BATONKIT_BENCH_QUICK: isQuick ? '1' : '0' };
  const args = [join(root, 'benchmarks', file)];
  const begun = performance.now();
  if (!isQuick) console.log(`\n== ${file}`);
  const { code, output } = isQuick
    ? await runQuietly(process.execPath, args, root, env)
    : { code: await run(process.execPath, args, root, env), output: '' };
  if (isQuick) console.log(`${file.padEnd(22)} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  /** @type {import('../benchmarks/tell-goal.mjs').MeasuredGoal[]} */
  const rows = readFileSync(rowsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  /** @type {string[]} */
  const problems = [];
  if (code !== 0) problems.push(`${file} ended with ${code}.\n${output}`.trimEnd());
  else if (rows.length === 0) problems.push(`${file} told no row.`);
  const untold = (goals[file] ?? []).filter((goal) => !rows.some(({ what }) => what === goal));
  if (code === 0) problems.push(...untold.map((goal) => `${file} did not tell "${goal}".`));
  for (const { what, value, spread } of rows) {
    // JSON has no NaN: it is null by now.
    if (![value, ...(spread ?? [])].every(Number.isFinite)) problems.push(`${file}: "${what}" is not a number.`);
    if (spread === undefined) problems.push(`${file}: "${what}" has no spread.`);
  }
  return { rows, problems };
}
