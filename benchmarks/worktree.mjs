import { execFileSync } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, openSync, closeSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { createIsomorphicWorktree } from '@batonkit/git-adapter/isomorphic';
import { statusMatrix } from 'isomorphic-git';
import { handOffInMemory } from './hand-off-in-memory.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/worktree.mjs [--small]
// 1. A three-role hand-off with drift in memory: at most 100 ms after import (benchmarks/cold-hand-off.mjs: in fresh processes).
// 2. A look of the isomorphic engine against isomorphic-git's statusMatrix (always refresh: false, which leaves the user's index alone):
//    at least 5 times faster, linear in files. "cold" hashes every file, as after a fresh checkout; "warm" may trust git's index.
// 3. Memory while a large file is hashed: a few parts of it, not the file.
const small = process.argv.includes('--small');
const root = mkdtempSync(join(tmpdir(), 'batonkit-bench-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));

await reportHandOff();
await reportLooks(small ? [500, 2_000] : [1_000, 4_000, 16_000]);
await reportMemory(small ? 128 : 512);

async function reportHandOff() {
  const first = await timeOf(handOffInMemory);
  /** @type {number[]} */
  const later = [];
  for (let round = 0; round < 20; round += 1) later.push(await timeOf(handOffInMemory));
  console.log(
    `three-role hand-off with drift in memory: first ${first.toFixed(0)} ms, then ${median(later).toFixed(0)} ms`,
  );
}

/** @param {number[]} sizes */
async function reportLooks(sizes) {
  console.log('files    cold ms  warm ms  statusMatrix ms   cold     warm   microseconds per file (cold)');
  for (const files of sizes) {
    const directory = makeRepository(files);
    const base = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: directory, encoding: 'utf8' }).trim();
    for (let index = 0; index < 50; index += 1) writeFileSync(join(directory, nameOf(index * 7)), `changed ${index}\n`);
    const worktree = createIsomorphicWorktree({ directory });
    // Another object with the same calls: the engine then takes no time stamp for granted.
    const hashing = createIsomorphicWorktree({ directory, fs: { ...fs } });
    const [cold, warm, rival] = await race(files > 4_000 ? 3 : 5, [
      () => orThrow(hashing.observe({ base })),
      () => orThrow(worktree.observe({ base })),
      () => statusMatrix({ fs, dir: directory, refresh: false }),
    ]);
    const ratio = rival / cold;
    console.log(
      `${String(files).padStart(6)} ${cold.toFixed(0).padStart(8)} ${warm.toFixed(0).padStart(8)} ${rival.toFixed(0).padStart(12)}` +
        `     ${ratio.toFixed(1)}x ${(rival / warm).toFixed(1)}x  ${((cold * 1000) / files).toFixed(0)}   goal 5x: ${tellGoal({ what: `isomorphic look at ${files} files, times faster`, rival: 'statusMatrix', value: ratio, atLeast: 5 })}`,
    );
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param {number} megabytes */
async function reportMemory(megabytes) {
  const directory = makeRepository(10);
  const base = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: directory, encoding: 'utf8' }).trim();
  const fd = openSync(join(directory, 'large.bin'), 'w');
  const part = Buffer.alloc(1024 * 1024, 7);
  for (let index = 0; index < megabytes; index += 1) writeSync(fd, part);
  closeSync(fd);
  const worktree = createIsomorphicWorktree({ directory });
  await orThrow(worktree.observe({ base }));
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  await orThrow(worktree.observe({ base }));
  await orThrow(worktree.capture({ base }));
  clearInterval(timer);
  most = Math.max(most, process.resourceUsage().maxRSS * 1024);
  const grown = (most - before) / 1024 / 1024;
  console.log(`memory: looking at and storing a file of ${megabytes} MB grew the process by ${grown.toFixed(0)} MB`);
}

/**
 * Medians of interleaved runs.
 * @param {number} rounds
 * @param {(() => Promise<unknown>)[]} contestants
 */
async function race(rounds, contestants) {
  const times = contestants.map(() => /** @type {number[]} */ ([]));
  for (let round = -1; round < rounds; round += 1)
    for (const [index, run] of contestants.entries()) {
      const time = await timeOf(run);
      if (round >= 0) times[index]?.push(time);
    }
  return /** @type {[number, number, number]} */ (times.map(median));
}

/** @param {() => Promise<unknown>} work */
async function timeOf(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** @param {number} files */
function makeRepository(files) {
  const directory = join(root, `repo-${files}`);
  for (let folder = 0; folder * 50 < files; folder += 1) mkdirSync(join(directory, `d${folder}`), { recursive: true });
  for (let index = 0; index < files; index += 1)
    writeFileSync(join(directory, nameOf(index)), `// file ${index}\n${'const value = compute(1);\n'.repeat(100)}`);
  const identity = ['-c', 'user.name=b', '-c', 'user.email=b@example.com', '-c', 'gc.auto=0'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'first'],
    ['gc', '-q'],
  ])
    execFileSync('git', [...identity, ...args], { cwd: directory });
  // Git, and so the engine, trusts the index only for files that are older than it.
  execFileSync('sleep', ['1.1']);
  execFileSync('touch', [join(directory, '.git', 'index')]);
  return directory;
}

/** @param {number} index */
function nameOf(index) {
  return `d${Math.floor(index / 50)}/file-${index}.ts`;
}
