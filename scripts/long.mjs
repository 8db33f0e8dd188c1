import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, ensureBuilt, ensureInstalled, root, runQuietly } from './ensure-ready.mjs';

// npm run long              every long run, one at a time, then a table
// npm run long -- rounds    only the named ones
// npm run long -- --list    the names, without running anything
// CI does not run these. What a run prints goes to .cache/long/<name>.log.

/**
 * The long form of tests whose short form `npm test` runs. A test reads its size from an environment variable.
 *
 * @type {Record<string, { promise: string, tests?: string[], script?: string[], env?: Record<string, string> }>}
 */
const runs = {
  'fault-lab': {
    promise: 'fs store: 500 kills and every fault of the lab lose nothing',
    script: ['scripts/fault-lab.mjs', '--kills', '500'],
  },
  'fault-lab-postgres': {
    promise: 'PostgreSQL store: 500 kills, stopped servers and clients lose nothing',
    script: ['scripts/fault-lab.mjs', '--postgres', '--kills', '500'],
  },
  'fault-lab-git': {
    promise: 'git refs: 50 kills and every fault of the lab lose nothing',
    tests: ['packages/git-adapter/src/task-store/fault-lab.test.ts'],
    env: { BATONKIT_LONG_LAB: '1' },
  },
  'gc-beside-writers': {
    promise: 'git refs: gc, prune and repack without a grace period beside writers take nothing, in 20 repositories',
    tests: ['packages/git-adapter/src/task-store/gc-beside-writers.test.ts'],
    env: { BATONKIT_GC_ROUNDS: '20' },
  },
  'killed-writers': {
    promise: 'a writer of workspace files is killed at every system call',
    tests: ['packages/fs-adapter/src/workspace-files/kill-writer.test.ts'],
    env: { BATONKIT_KILLS: 'all' },
  },
  'landing-killed': {
    promise: 'a landing is killed at every change that it makes, and the same call finishes it',
    tests: ['packages/cli/src/landing-killed.test.ts'],
    env: { BATONKIT_LANDING_STRIDE: '1' },
  },
  'qa-output': {
    promise: 'a QA command prints a gigabyte, and memory stays flat',
    tests: ['packages/fs-adapter/src/qa-runner/run-qa.test.ts'],
    env: { BATONKIT_QA_MEGABYTES: '1024' },
  },
  'forged-qa': {
    promise: '25 kinds of forged or stale QA evidence in ten forms each: none counts',
    tests: ['packages/cli/src/forged-qa.test.ts'],
    env: { BATONKIT_FORGERIES: '10' },
  },
  'git-oracle': {
    promise: 'both git engines agree with git on 1,000 random repositories',
    tests: [
      'packages/git-adapter/src/native/oracle.test.ts',
      'packages/git-adapter/src/engines-agree.test.ts',
      'packages/git-adapter/src/isomorphic/print-patch.test.ts',
      'packages/git-adapter/src/isomorphic/ignore-rules.test.ts',
    ],
    env: { BATONKIT_ORACLE_RUNS: '1000' },
  },
  'drift-fuzz': {
    promise: '2,000 random histories on both git engines: no byte of tree or index changes unseen, no false alarm',
    tests: ['packages/git-adapter/src/drift-fuzz.test.ts'],
    env: { BATONKIT_FUZZ_RUNS: '2000' },
  },
  'drift-table': {
    promise: 'every row of the table of changes, on both git engines: none unseen, no false alarm',
    tests: ['packages/git-adapter/src/worktree-conformance.test.ts'],
    env: { BATONKIT_DRIFT_ROWS: 'all' },
  },
  'linked-worktrees': {
    promise: 'replaying 200 random branches gives the same trees as git',
    tests: ['packages/git-adapter/src/linked-worktrees/replay-oracle.test.ts'],
    env: { LINKED_CASES: '200' },
  },
  'shell-oracle': {
    promise: 'the guard reads 20,000 random commands as bash does',
    tests: ['packages/guard/src/shell/bash-oracle.test.ts'],
    env: { GUARD_ORACLE_RUNS: '20000' },
  },
  'model-check': {
    promise: 'every state of the protocol and its rounds, with up to two rewinds',
    tests: ['packages/protocol/src/slice/model-check.test.ts', 'packages/protocol/src/slice/rounds-model.test.ts'],
    env: { BATONKIT_MODEL_REWINDS: '2' },
  },
  'state-files': {
    promise: '1,000 random histories of state files and tiers, 50,000 of headings',
    tests: [
      'packages/workspace/src/state-file/state-files.laws.test.ts',
      'packages/workspace/src/state-file/reread-headings.test.ts',
      'packages/workspace/src/tiers/compaction-crash.test.ts',
    ],
    env: { BATONKIT_RUNS: '1000', REREAD_RUNS: '50000' },
  },
  queue: {
    promise: '1,000 random queues hand out every task once',
    tests: ['packages/protocol/src/queue/task-queue.test.ts'],
    env: { QUEUE_RUNS: '1000' },
  },
  'other-cases': {
    promise: 'every property of the pure packages holds for a new random seed',
    tests: ['core', 'capture', 'guard', 'markdown', 'operations', 'protocol', 'secrets', 'workspace'].map(
      (name) => `packages/${name}/src`,
    ),
    env: { BATONKIT_SEED: 'random' },
  },
};

for (const [name, { tests = [], script = [] }] of Object.entries(runs)) {
  const gone = [...tests, ...script.slice(0, 1)].filter((path) => !existsSync(join(root, path)));
  if (gone.length > 0) {
    console.error(`scripts/long.mjs: ${name} names ${gone.join(', ')}, which does not exist. Fix the row.`);
    process.exit(2);
  }
}
const wanted = process.argv.slice(2);
if (wanted.includes('--list')) {
  for (const [name, { promise }] of Object.entries(runs)) console.log(`${name.padEnd(18)}  ${promise}`);
  process.exit(0);
}
const unknown = wanted.filter((name) => runs[name] === undefined);
if (unknown.length > 0) {
  console.error(`Unknown run: ${unknown.join(', ')}. Known runs: ${Object.keys(runs).join(', ')}.`);
  process.exit(2);
}
ensureInstalled();
await ensureBuilt();
const logs = join(root, '.cache', 'long');
mkdirSync(logs, { recursive: true });

/** @type {string[]} */
const table = [];
let red = 0;
for (const [name, { promise, tests = [], script, env }] of Object.entries(runs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  // Time limits are for the short forms.
  const vitest = ['run', ...tests, '--reporter=dot', '--testTimeout=7200000', '--no-file-parallelism'];
  const begun = performance.now();
  console.log(`${name}: ${promise} ...`);
  const { code, output } =
    script === undefined
      ? await runQuietly(bin('vitest'), vitest, root, env)
      : await runQuietly(process.execPath, script, root, env);
  writeFileSync(join(logs, `${name}.log`), output);
  if (code !== 0) {
    red += 1;
    console.error(`${output}\n${name} is red. The output is in .cache/long/${name}.log too.`);
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  table.push(`${code === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(18)} ${seconds.padStart(6)} s  ${promise}`);
}
console.log(`\n${table.join('\n')}`);
process.exit(red === 0 ? 0 : 1);
