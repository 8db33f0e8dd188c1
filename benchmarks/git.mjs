import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { orThrow } from '@batonkit/core';
import { createGitWorktree } from '@batonkit/git-adapter';
import { amount, median, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/git.mjs: verify and snapshot in units of `git status --porcelain=v2 -z -uall`, in the same run; medians of interleaved
// runs. Goals: verify at most 1.25 at 10k and 50k files; whole snapshot (capture and diff) at most 4.5 at 10k, 2.5 at 50k; neither grows
// faster than the files and the changes.
const root = mkdtempSync(join(tmpdir(), 'batonkit-bench-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'b',
  GIT_AUTHOR_EMAIL: 'b@example.com',
  GIT_COMMITTER_NAME: 'b',
  GIT_COMMITTER_EMAIL: 'b@example.com',
};

console.log('files     changed   status ms   verify, whole snapshot');
await atThousand();
const ten = await atTenThousand();
const fifty = await atFiftyThousand();
const perFile = ratio(
  fifty.verify.map((time) => time / fifty.files),
  ten.verify.map((time) => time / ten.files),
);
console.log(
  'verify, time per file at 50,000 against 10,000:',
  tellGoal({ what: 'verify: time per file at 50,000 against 10,000', ...perFile, atMost: 1.25 }),
);

async function atThousand() {
  const scene = await makeScene(amount(1_000, 240));
  await report(scene, '1,000', {});
  await reportDisk(scene);
  rmSync(scene.directory, { recursive: true, force: true });
}

async function atTenThousand() {
  const scene = await makeScene(amount(10_000, 260));
  const measured = await report(scene, '10,000', { verify: 1.25, snapshot: 4.5 });
  /** @type {{ changed: number, snapshot: number[] }[]} */
  const growing = [];
  for (const changed of [amount(10, 1), amount(500, 10), amount(5_000, 100)]) {
    git(scene.directory, 'stash', '-u', '-q');
    git(scene.directory, 'stash', 'drop', '-q');
    for (let index = 0; index < changed; index += 1)
      writeFileSync(join(scene.directory, nameOf(index)), text(index, `changed ${changed}`));
    const { status, verify, snapshot } = await measure(scene);
    print(scene.files, changed, status, [ratio(verify, status), ratio(snapshot, status)].map(plain));
    growing.push({ changed, snapshot });
  }
  const [few, some, many] = growing.map(({ changed, snapshot }) => ({ changed, snapshot }));
  /** @param {typeof few} more */
  const perChange = (more) =>
    (more?.snapshot ?? []).map(
      (time) => (time - median(few?.snapshot ?? [])) / ((more?.changed ?? 0) - (few?.changed ?? 0)),
    );
  const what = 'snapshot: time per changed file at 5,000 against 500';
  console.log(`${what}: ${tellGoal({ what, ...ratio(perChange(many), perChange(some)), atMost: 1.25 })}`);
  rmSync(scene.directory, { recursive: true, force: true });
  return { files: scene.files, verify: measured.verify };
}

async function atFiftyThousand() {
  const scene = await makeScene(amount(50_000, 280));
  const { verify } = await report(scene, '50,000', { verify: 1.25, snapshot: 2.5 });
  rmSync(scene.directory, { recursive: true, force: true });
  return { files: scene.files, verify };
}

/**
 * A dirty repository.
 * @param {number} files
 */
async function makeScene(files) {
  const directory = makeRepository(files);
  const worktree = createGitWorktree({ directory });
  const { commit: base } = await orThrow(worktree.head());
  dirty(directory, files);
  return { directory, worktree, base, files };
}

/** @typedef {Awaited<ReturnType<typeof makeScene>>} Scene */

/**
 * @param {Scene} scene
 * @param {string} size
 * @param {{ verify?: number, snapshot?: number }} limits
 */
async function report(scene, size, limits) {
  const measured = await measure(scene);
  /** @param {string} what @param {number[]} times @param {number | undefined} atMost */
  const tell = (what, times, atMost) => {
    const told = { what: `${what} at ${size} files`, rival: 'git status', ...ratio(times, measured.status) };
    return tellGoal(atMost === undefined ? told : { ...told, atMost });
  };
  print(scene.files, 130, measured.status, [
    tell('verify', measured.verify, limits.verify),
    tell('whole snapshot', measured.snapshot, limits.snapshot),
  ]);
  return measured;
}

/** @param {Scene} scene */
async function measure({ directory, worktree, base, files }) {
  let round = 0;
  const [status = [], verify = [], snapshot = []] = await race(
    amount(files >= 50_000 ? 9 : 13, 1),
    [
      () => runStatus(directory),
      async () => void (await orThrow(worktree.observe({ base }))),
      async () => {
        const { tree } = await orThrow(worktree.capture({ base }));
        await orThrow(worktree.diff(base, tree));
      },
    ],
    {
      beforeRound: () => {
        // Every round has something new to store.
        writeFileSync(join(directory, nameOf(1)), text(1, `round ${(round += 1)}`));
      },
    },
  );
  return { status, verify, snapshot };
}

/** @param {{ value: number }} ratio */
function plain({ value }) {
  return `${value.toFixed(2)}x`;
}

/**
 * @param {number} files
 * @param {number} changed
 * @param {number[]} status
 * @param {string[]} shown
 */
function print(files, changed, status, shown) {
  const numbers = [files, changed, median(status).toFixed(1)].map((number) => String(number).padStart(8));
  console.log(`${numbers.join(' ')}     ${shown.join(', ')}`);
}

/**
 * Goal: repeated snapshots of an unchanged tree add nothing; 100 snapshots with 10 changed files each add at most 1.2x the changed bytes,
 * compressed; dropping and sweeping gives it all back.
 * @param {Scene} scene
 */
async function reportDisk({ directory, worktree, base, files }) {
  const store = join(directory, '.git', 'batonkit', 'snapshots.git', 'objects');
  await orThrow(worktree.capture({ base }));
  const start = bytesIn(store);
  for (let index = 0; index < 10; index += 1) await orThrow(worktree.capture({ base }));
  const counted = { spread: null, unit: 'bytes', atMost: 0 };
  const added = bytesIn(store) - start;
  const unchanged = tellGoal({ what: 'disk that 10 snapshots of an unchanged tree add', value: added, ...counted });
  console.log(`disk: 10 more captures of an unchanged tree added ${unchanged}`);
  let compressed = 0;
  for (let round = 0; round < amount(100, 3); round += 1) {
    for (let index = 0; index < 10; index += 1) {
      const content = text(index * 31 + round, `round ${round} file ${index}`);
      compressed += deflateSync(content).length;
      writeFileSync(join(directory, nameOf((round * 10 + index) % Math.floor(files * 0.9))), content);
    }
    const { tree } = await orThrow(worktree.capture({ base }));
    await orThrow(worktree.keep(`bench/${round}`, tree));
  }
  const grown = bytesIn(store) - start;
  const rival = 'changed bytes, compressed';
  const what = 'disk of 100 snapshots of 10 changed files';
  console.log(
    `disk: 100 snapshots of 10 changed files: ${grown} bytes for ${compressed} compressed, ${tellGoal({ what, rival, value: grown / compressed, spread: null, atMost: 1.2 })}`,
  );
  await orThrow(worktree.sweep({ olderThanMs: 3_600_000 }));
  await orThrow(worktree.sweep({ olderThanMs: 0 }));
  const swept = bytesIn(store) - start;
  console.log(`disk: the same after a sweep that keeps them all: ${swept} bytes, ${(swept / compressed).toFixed(2)}x`);
  await orThrow(worktree.drop('bench/'));
  await orThrow(worktree.sweep({ olderThanMs: 0 }));
  const left = tellGoal({ what: 'disk left after purge', value: bytesIn(store), ...counted });
  console.log(`disk: after drop and sweep ${left} are left`);
}

/** @param {string} directory */
function runStatus(directory) {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['status', '--porcelain=v2', '-z', '-uall'], {
      cwd: directory,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
    });
    child.stdout.resume();
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** @param {number} files */
function makeRepository(files) {
  const directory = join(root, `repo-${files}`);
  mkdirSync(directory);
  git(directory, 'init', '-q');
  git(directory, 'config', 'gc.auto', '0');
  for (let folder = 0; folder * 50 < files; folder += 1)
    mkdirSync(join(directory, `d${folder % 20}`, `s${folder}`), { recursive: true });
  for (let index = 0; index < files; index += 1) writeFileSync(join(directory, nameOf(index)), text(index, 'first'));
  git(directory, 'add', '-A');
  git(directory, 'commit', '-q', '-m', 'first');
  git(directory, 'gc', '-q');
  // Git trusts the index only for files older than it.
  execFileSync('sleep', [String(amount(1.1, 0))]);
  git(directory, 'update-index', '--refresh', '-q');
  return directory;
}

/**
 * The usual mess: 100 modified, 20 untracked, 5 deleted, 3 renamed, 2 chmod.
 * @param {string} directory
 * @param {number} files
 */
function dirty(directory, files) {
  const step = Math.floor(files / 120);
  for (let index = 0; index < 100; index += 1)
    writeFileSync(join(directory, nameOf(index * step)), text(index, 'dirty'));
  for (let index = 0; index < 20; index += 1) {
    mkdirSync(join(directory, `d${index}`), { recursive: true });
    writeFileSync(join(directory, `d${index}`, 'untracked.txt'), text(index, 'new'));
  }
  for (let index = 100; index < 105; index += 1) rmSync(join(directory, nameOf(index * step)));
  for (let index = 105; index < 108; index += 1) git(directory, 'mv', nameOf(index * step), `renamed-${index}`);
  for (let index = 108; index < 110; index += 1) chmodSync(join(directory, nameOf(index * step)), 0o755);
}

/** @param {number} index */
function nameOf(index) {
  const folder = Math.floor(index / 50);
  return `d${folder % 20}/s${folder}/file-${index}.ts`;
}

/**
 * About 4 KB that compress like source code does.
 * @param {number} seed
 * @param {string} label
 */
function text(seed, label) {
  let state = (seed * 2654435761 + label.length * 97) >>> 0;
  const lines = [`// ${label} ${seed}`];
  while (lines.length < 90) {
    state = (state * 1664525 + 1013904223) >>> 0;
    lines.push(`export const value${state % 977} = compute(${state >>> 8}, 'item ${state % 31}');`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * @param {string} directory
 * @param {...string} args
 */
function git(directory, ...args) {
  return execFileSync('git', args, { cwd: directory, env, encoding: 'utf8' });
}

/**
 * @param {string} directory
 * @returns {number}
 */
function bytesIn(directory) {
  return readdirSync(directory, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(directory, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size);
  }, 0);
}
