import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { orThrow } from '@batonkit/core';
import { createGitWorktree } from '@batonkit/git-adapter';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/git.mjs [--small]: verify and snapshot in units of `git status --porcelain=v2 -z -uall`, in the same run; medians of
// interleaved runs. Goals: verify at most 1.25 at 10k and 50k files; whole snapshot (capture and diff) at most 4.5 at 10k, 2.5 at 50k.
const small = process.argv.includes('--small');
const root = mkdtempSync(join(tmpdir(), 'batonkit-bench-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'b',
  GIT_AUTHOR_EMAIL: 'b@example.com',
  GIT_COMMITTER_NAME: 'b',
  GIT_COMMITTER_EMAIL: 'b@example.com',
};
const goals = { 10_000: { verify: 1.25, snapshot: 4.5 }, 50_000: { verify: 1.25, snapshot: 2.5 } };

console.log('files  changed   status ms   verify         whole snapshot');
for (const files of small ? [1_000, 10_000] : [1_000, 10_000, 50_000]) {
  const directory = makeRepository(files);
  const worktree = createGitWorktree({ directory });
  const { commit: base } = await orThrow(worktree.head());
  dirty(directory, files);
  await report(files, 130, directory, worktree, base);
  if (files === 10_000) {
    for (const changed of [10, 500, 5_000]) {
      git(directory, 'stash', '-u', '-q');
      git(directory, 'stash', 'drop', '-q');
      for (let index = 0; index < changed; index += 1)
        writeFileSync(join(directory, nameOf(index)), text(index, `changed ${changed}`));
      await report(files, changed, directory, worktree, base);
    }
  }
  if (files === 1_000) await reportDisk(directory, worktree, base);
  rmSync(directory, { recursive: true, force: true });
}

/**
 * @param {number} files
 * @param {number} changed
 * @param {string} directory
 * @param {import('@batonkit/core').GitWorktree} worktree
 * @param {string} base
 */
async function report(files, changed, directory, worktree, base) {
  let round = 0;
  const [status, verify, snapshot] = await race(
    files >= 50_000 ? 9 : 13,
    [
      () => status1(directory),
      async () => void (await orThrow(worktree.observe({ base }))),
      async () => {
        const { tree } = await orThrow(worktree.capture({ base }));
        await orThrow(worktree.diff(base, tree));
      },
    ],
    () => {
      // Every round has something new to store.
      writeFileSync(join(directory, nameOf(1)), text(1, `round ${(round += 1)}`));
    },
  );
  const goal = changed === 130 ? goals[/** @type {10000} */ (files)] : undefined;
  const show = (/** @type {string} */ what, /** @type {number} */ time, /** @type {number | undefined} */ limit) => {
    const value = time / status;
    const met =
      limit === undefined
        ? ''
        : ` (goal ${limit}: ${tellGoal({ what: `${what} at ${files} files`, rival: 'git status', value, atMost: limit })})`;
    return `${time.toFixed(0).padStart(5)} ms ${value.toFixed(2)}x${met}`;
  };
  console.log(
    `${String(files).padStart(6)} ${String(changed).padStart(6)} ${status.toFixed(1).padStart(9)}  ${show('verify', verify, goal?.verify)}  ${show('whole snapshot', snapshot, goal?.snapshot)}`,
  );
}

/**
 * Goal: repeated snapshots of an unchanged tree add nothing; 100 snapshots with 10 changed files each add at most 1.2x the changed bytes,
 * compressed; dropping and sweeping gives it all back.
 * @param {string} directory
 * @param {import('@batonkit/core').GitWorktree} worktree
 * @param {string} base
 */
async function reportDisk(directory, worktree, base) {
  const store = join(directory, '.git', 'batonkit', 'snapshots.git', 'objects');
  await orThrow(worktree.capture({ base }));
  const start = bytesIn(store);
  for (let index = 0; index < 10; index += 1) await orThrow(worktree.capture({ base }));
  console.log(`disk: 10 more captures of an unchanged tree added ${bytesIn(store) - start} bytes`);
  let compressed = 0;
  for (let round = 0; round < 100; round += 1) {
    for (let index = 0; index < 10; index += 1) {
      const content = text(index * 31 + round, `round ${round} file ${index}`);
      compressed += deflateSync(content).length;
      writeFileSync(join(directory, nameOf((round * 10 + index) % 900)), content);
    }
    const { tree } = await orThrow(worktree.capture({ base }));
    await orThrow(worktree.keep(`bench/${round}`, tree));
  }
  const grown = bytesIn(store) - start;
  console.log(
    `disk: 100 snapshots of 10 changed files: ${grown} bytes for ${compressed} compressed, ${(grown / compressed).toFixed(2)}x (goal 1.2: ${tellGoal({ what: 'disk of 100 snapshots', rival: 'changed bytes, compressed', value: grown / compressed, atMost: 1.2 })})`,
  );
  await orThrow(worktree.sweep({ olderThanMs: 3_600_000 }));
  await orThrow(worktree.sweep({ olderThanMs: 0 }));
  const swept = bytesIn(store) - start;
  console.log(
    `disk: the same after a sweep that keeps them all: ${swept} bytes, ${(swept / compressed).toFixed(2)}x (goal 1.2)`,
  );
  await orThrow(worktree.drop('bench/'));
  await orThrow(worktree.sweep({ olderThanMs: 0 }));
  console.log(`disk: after drop and sweep ${bytesIn(store)} bytes are left`);
}

/** @param {string} directory */
function status1(directory) {
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

/**
 * @param {number} rounds
 * @param {(() => Promise<unknown>)[]} contestants
 * @param {() => void} between
 */
async function race(rounds, contestants, between) {
  const times = contestants.map(() => /** @type {number[]} */ ([]));
  for (let round = -1; round < rounds; round += 1) {
    between();
    for (const [index, run] of contestants.entries()) {
      const start = performance.now();
      await run();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return /** @type {[number, number, number]} */ (
    times.map((taken) => taken.sort((a, b) => a - b)[rounds >> 1] ?? NaN)
  );
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
  execFileSync('sleep', ['1.1']);
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
  for (let index = 0; index < 20; index += 1)
    writeFileSync(join(directory, `d${index}`, 'untracked.txt'), text(index, 'new'));
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
