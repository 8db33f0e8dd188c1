import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitRefTaskStore } from '@batonkit/git-adapter';
import { amount, median, OwnTime, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/git-refs.mjs [directory]: tasks in git refs against tasks in files (the fs-adapter), and against the two bare git
// processes that a commit cannot do without. Rivals take turns within one run; the numbers are medians.

const ROUNDS = amount(60, 1);
const OTHER_TASKS = amount(10_000, 20);
const scratch = fs.mkdtempSync(join(process.argv[2] ?? tmpdir(), 'batonkit-bench-'));
try {
  const repository = join(scratch, 'repository');
  git(['init', '--quiet', repository]);
  const refs = createGitRefTaskStore({ directory: repository });
  const files = createFsTaskStore({ root: join(scratch, 'tasks') });

  const bare = bareGit(repository);
  const [commit, fileCommit, bareCommit] = await race(ROUNDS, [committer(refs), committer(files), bare]);
  const rival = 'git unpack-objects + update-ref';
  const goal = tellGoal({ what: 'durable commit of 4 KiB in git refs', rival, ...ratio(commit, bareCommit) });
  console.log(`durable commit of 4 KiB in git refs: ${ms(commit)}`);
  console.log(`  fs-adapter:                           ${ms(fileCommit)}, ${shareOf(commit, fileCommit)}`);
  console.log(`  git unpack-objects + git update-ref:  ${ms(bareCommit)}, ${goal}`);
  const [read, fileRead] = await race(ROUNDS * 10, [reader(refs), reader(files)]);
  console.log(`read of 4 KiB in git refs: ${ms(read)}`);
  console.log(`  fs-adapter:              ${ms(fileRead)}, ${shareOf(read, fileRead)}`);

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
  const [commit, crowdedCommit] = await race(ROUNDS / 2, [committer(few), committer(many)]);
  const [read, crowdedRead] = await race(ROUNDS * 5, [reader(few), reader(many)]);
  console.log(`among ${OTHER_TASKS} other tasks (${kind} refs) against alone:`);
  console.log(`  commit ${shareOf(crowdedCommit, commit)}, read ${shareOf(crowdedRead, read)}`);
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
    return new OwnTime(performance.now() - start);
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

/** @param {number[] | undefined} times */
function ms(times = []) {
  return `${median(times).toFixed(3)} ms`;
}

/**
 * @param {number[] | undefined} ours
 * @param {number[] | undefined} theirs
 */
function shareOf(ours, theirs) {
  return `${ratio(ours, theirs).value.toFixed(2)}x`;
}
