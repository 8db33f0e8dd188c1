import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitRefTaskStore } from '@batonkit/git-adapter';

// node benchmarks/git-refs.mjs [directory]: tasks in git refs against tasks in files (the fs-adapter), and against the two bare git
// processes that a commit cannot do without. Rivals take turns within one run; the numbers are medians.

const ROUNDS = 60;
const OTHER_TASKS = 10_000;
const scratch = fs.mkdtempSync(join(process.argv[2] ?? tmpdir(), 'batonkit-bench-'));
try {
  const repository = join(scratch, 'repository');
  git(['init', '--quiet', repository]);
  const refs = createGitRefTaskStore({ directory: repository });
  const files = createFsTaskStore({ root: join(scratch, 'tasks') });

  const bare = bareGit(repository);
  const [commit = 0, fileCommit = 0, bareCommit = 0] = await medians([committer(refs), committer(files), bare], ROUNDS);
  console.log(`durable commit of 4 KiB in git refs: ${ms(commit)}`);
  console.log(`  fs-adapter:                           ${ms(fileCommit)}, ratio ${ratio(commit, fileCommit)}`);
  console.log(`  git unpack-objects + git update-ref:  ${ms(bareCommit)}, ratio ${ratio(commit, bareCommit)}`);
  const [read = 0, fileRead = 0] = await medians([reader(refs), reader(files)], ROUNDS * 10);
  console.log(`read of 4 KiB in git refs: ${ms(read)}`);
  console.log(`  fs-adapter:              ${ms(fileRead)}, ratio ${ratio(read, fileRead)}`);

  const crowded = join(scratch, 'crowded');
  git(['init', '--quiet', crowded]);
  const among = createGitRefTaskStore({ directory: crowded });
  await put(among, 0);
  const one = git(['rev-parse', 'refs/batonkit/tasks/TASK-1'], crowded);
  const lines = Array.from({ length: OTHER_TASKS }, (_, index) => `create refs/batonkit/tasks/OTHER-${index} ${one}\n`);
  git(['update-ref', '--stdin'], crowded, lines.join(''));
  await compareSizes('loose', refs, among);
  git(['pack-refs', '--all'], crowded);
  await compareSizes('packed', refs, among);
} finally {
  fs.rmSync(scratch, { recursive: true });
}

/**
 * @param {string} kind
 * @param {import('@batonkit/core').TaskStore} few
 * @param {import('@batonkit/core').TaskStore} many
 */
async function compareSizes(kind, few, many) {
  const [commit = 0, crowdedCommit = 0] = await medians([committer(few), committer(many)], ROUNDS / 2);
  const [read = 0, crowdedRead = 0] = await medians([reader(few), reader(many)], ROUNDS * 5);
  console.log(`among ${OTHER_TASKS} other tasks (${kind} refs) against alone:`);
  console.log(`  commit ratio ${ratio(crowdedCommit, commit)}, read ratio ${ratio(crowdedRead, read)}`);
}

/** @param {import('@batonkit/core').TaskStore} store */
function committer(store) {
  return async () => put(store, (await store.read('TASK-1'))._unsafeUnwrap().revision);
}

/** @param {import('@batonkit/core').TaskStore} store */
function reader(store) {
  return async () => void (await store.read('TASK-1'))._unsafeUnwrap();
}

/**
 * @param {import('@batonkit/core').TaskStore} store
 * @param {number} expected
 */
async function put(store, expected) {
  const body = JSON.stringify({ revision: expected + 1, text: 'x'.repeat(4060) });
  const operationId = `op-${expected}`;
  const audit = ['x'.repeat(300)];
  (await store.commit({ id: 'TASK-1', expected, operationId, body, audit, artifacts: [] }))._unsafeUnwrap();
}

/**
 * The same work by hand: a pack of fresh objects to `unpack-objects`, then `update-ref`, both forced to disk.
 *
 * @param {string} repository
 */
function bareGit(repository) {
  const durable = ['-c', 'core.fsync=all'];
  let made = 0;
  return () => {
    made += 1;
    const blob = git(['hash-object', '-w', '--stdin'], repository, `${made} ${'x'.repeat(4060)}`);
    const tree = git(['mktree'], repository, `100644 blob ${blob}\tbody\n`);
    const pack = execFileSync('git', ['pack-objects', '--stdout', '-q'], {
      cwd: repository,
      input: `${blob}\n${tree}\n`,
    });
    const start = performance.now();
    const target = join(scratch, 'bare.git');
    if (!fs.existsSync(target)) git(['init', '--quiet', '--bare', target]);
    execFileSync('git', [...durable, 'unpack-objects', '-q'], {
      cwd: target,
      input: pack,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    git([...durable, 'update-ref', 'refs/batonkit/bare', tree], target);
    return performance.now() - start;
  };
}

/**
 * @param {string[]} args
 * @param {string} [cwd]
 * @param {string} [input]
 */
function git(args, cwd = scratch, input = '') {
  return execFileSync('git', args, { cwd, input, encoding: 'utf8', maxBuffer: 1e8 }).trim();
}

/**
 * A rival that answers a number has measured itself.
 *
 * @param {(() => unknown)[]} rivals
 * @param {number} rounds
 */
async function medians(rivals, rounds) {
  /** @type {number[][]} */
  const times = rivals.map(() => []);
  for (const rival of rivals) await rival();
  for (let round = 0; round < rounds; round += 1) {
    const order = rivals.map((rival, index) => ({ rival, index, draw: Math.random() })).sort((a, b) => a.draw - b.draw);
    for (const { rival, index } of order) {
      const start = performance.now();
      const own = await rival();
      times[index]?.push(typeof own === 'number' ? own : performance.now() - start);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0);
}

/** @param {number} time */
function ms(time) {
  return `${time.toFixed(3)} ms`;
}

/**
 * @param {number} ours
 * @param {number} theirs
 */
function ratio(ours, theirs) {
  return (ours / theirs).toFixed(2);
}
