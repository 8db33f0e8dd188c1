import { execFileSync } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, openSync, closeSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { createIsomorphicWorktree } from '@batonkit/git-adapter/isomorphic';
import { statusMatrix } from 'isomorphic-git';
import { handOffInMemory } from './hand-off-in-memory.mjs';
import { amount, median, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/worktree.mjs
// 1. A three-role hand-off with drift in memory, when warm (benchmarks/cold-hand-off.mjs: in fresh processes).
// 2. A look of the isomorphic engine against isomorphic-git's statusMatrix (always refresh: false, which leaves the user's index alone):
//    at least 5 times faster, linear in files. "cold" hashes every file, as after a fresh checkout; "warm" may trust git's index.
// 3. Memory while a large file is hashed: a few parts of it, not the file.
const root = mkdtempSync(join(tmpdir(), 'batonkit-bench-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));

await reportHandOff();
await reportLooks();
await reportMemory(amount(512, 2));

async function reportHandOff() {
  const [times = []] = await race(amount(20, 1), [handOffInMemory]);
  console.log(`three-role hand-off with drift in memory, not the first: ${median(times).toFixed(0)} ms`);
}

async function reportLooks() {
  console.log('files    cold ms  warm ms  statusMatrix ms   cold, warm');
  /** @type {Map<string, number[]>} */
  const perFile = new Map();
  for (const [size, files, rounds] of /** @type {const} */ ([
    ['1,000', amount(1_000, 60), 5],
    ['10,000', amount(10_000, 80), 3],
    ['50,000', amount(50_000, 100), 3],
  ])) {
    const directory = makeRepository(files);
    const base = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: directory, encoding: 'utf8' }).trim();
    for (let index = 0; index < 50; index += 1)
      writeFileSync(join(directory, nameOf((index * 7) % files)), `changed ${index}\n`);
    const worktree = createIsomorphicWorktree({ directory });
    // Another object with the same calls: the engine then takes no time stamp for granted.
    const hashing = createIsomorphicWorktree({ directory, fs: { ...fs } });
    const [cold = [], warm = [], rival = []] = await race(
      amount(rounds, 2),
      [
        () => orThrow(hashing.observe({ base })),
        () => orThrow(worktree.observe({ base })),
        () => statusMatrix({ fs, dir: directory, refresh: false }),
      ],
      { warmUps: files > 10_000 ? 0 : 1 },
    );
    const what = `isomorphic look at ${size} files, times faster`;
    const goal = tellGoal({ what, rival: 'statusMatrix', ...ratio(rival, cold), atLeast: 5 });
    const numbers = [files, ...[cold, warm, rival].map((times) => median(times).toFixed(0))];
    console.log(
      `${numbers.map((number) => String(number).padStart(8)).join(' ')}   ${goal}, ${ratio(rival, warm).value.toFixed(1)}x`,
    );
    perFile.set(
      size,
      cold.map((time) => time / files),
    );
    rmSync(directory, { recursive: true, force: true });
  }
  const what = 'isomorphic look: time per file at 50,000 against 10,000';
  const growth = ratio(perFile.get('50,000'), perFile.get('10,000'));
  console.log(`${what}: ${tellGoal({ what, ...growth, atMost: 1.25 })}`);
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
  execFileSync('sleep', [String(amount(1.1, 0))]);
  execFileSync('touch', [join(directory, '.git', 'index')]);
  return directory;
}

/** @param {number} index */
function nameOf(index) {
  return `d${Math.floor(index / 50)}/file-${index}.ts`;
}
