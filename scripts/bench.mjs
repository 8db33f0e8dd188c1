import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { formatGoals, isMet } from '../benchmarks/tell-goal.mjs';
import { ensureBuilt, ensureInstalled, root } from './ensure-ready.mjs';

// npm run bench             every benchmark, then one table of all goals
// npm run bench -- import   those whose file name contains a word
// npm run bench -- --write  also writes benchmarks/results.md
ensureInstalled();
await ensureBuilt();
const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const scratch = mkdtempSync(join(tmpdir(), 'batonkit-bench-rows-'));
const rowsFile = join(scratch, 'rows.jsonl');
writeFileSync(rowsFile, '');

const helpers = ['tell-goal.mjs', 'hand-off-in-memory.mjs'];
const files = readdirSync(`${root}/benchmarks`).filter((file) => file.endsWith('.mjs') && !helpers.includes(file));
for (const file of files.filter((name) => words.length === 0 || words.some((word) => name.includes(word)))) {
  console.log(`\n== ${file}`);
  const { status } = spawnSync(process.execPath, [`${root}/benchmarks/${file}`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BATONKIT_BENCH_ROWS: rowsFile },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** @type {import('../benchmarks/tell-goal.mjs').MeasuredGoal[]} */
const goals = readFileSync(rowsFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
rmSync(scratch, { recursive: true });
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'} at the end`;
const table = formatGoals(goals);
console.log(`\n${table}\n\n${machine}`);
console.log(`${goals.filter(isMet).length} of ${goals.length} goals met`);
if (given.includes('--write')) {
  const text = `# Benchmarks\n\nWritten by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. Ratios are to the rival in the same run, medians of interleaved rounds.\n\n${table}\n`;
  writeFileSync(join(root, 'benchmarks', 'results.md'), text);
}
