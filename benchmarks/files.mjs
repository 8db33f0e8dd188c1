import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createContextTiers, createStateFiles } from '@batonkit/workspace';
import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';
import { amount, median, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/files.mjs [directory]: state files and tiers on disk, against reading (and, for state files, writing) the same bytes and nothing else.
// Rivals take turns within one run.
//
// "Bare" for appendSession is read + write to a new file + fsync + rename + fsync of the directory, all blocking: the port promises that an
// acknowledged session survives a loss of power, and that is the least it takes. A plain readFileSync + writeFileSync, which promises
// nothing, is printed as well.

const scratch = fs.mkdtempSync(join(process.argv[2] ?? tmpdir(), 'batonkit-bench-'));
try {
  await compareAppend();
  await compareLoad();
} finally {
  fs.rmSync(scratch, { recursive: true });
}

async function compareAppend() {
  const root = join(scratch, 'states');
  const path = join(root, 'docs/task-states/task-1-state.md');
  fs.mkdirSync(dirname(path), { recursive: true });
  const stateFiles = createStateFiles({ files: createFsWorkspaceFiles({ root }) });
  (await stateFiles.create(1, { title: 'A', requirements: 'B', criteria: ['C'] }))._unsafeUnwrap();
  // Eight sessions of 9 KB: 74 KB with the one that is measured, and none goes to the archive.
  const report = {
    did: Array.from({ length: 90 }, (_, line) => `Line ${line} ${'of words '.repeat(10)}`),
    next: 'More',
  };
  for (let session = 0; session < 7; session += 1) (await stateFiles.appendSession(1, report))._unsafeUnwrap();
  const before = fs.readFileSync(path);
  const short = { did: 'x'.repeat(74 * 1024 - before.length - 100), next: 'y' };
  (await stateFiles.appendSession(1, short))._unsafeUnwrap();
  const after = fs.readFileSync(path);
  const other = join(dirname(path), 'bare.md');
  // On disk, so that nobody's fsync pays for it.
  const reset = () => fs.writeFileSync(path, before, { flush: true });
  const [ours, durable, plain] = await race(
    amount(200, 2),
    [
      async () => void (await stateFiles.appendSession(1, short))._unsafeUnwrap(),
      () => {
        fs.readFileSync(path, 'utf8');
        writeDurably(other, after);
      },
      () => {
        fs.readFileSync(path, 'utf8');
        fs.writeFileSync(other, after);
      },
    ],
    { warmUps: amount(20, 0), before: reset },
  );
  console.log(`appendSession to a file of ${(after.length / 1024).toFixed(1)} KB: ${ms(ours)}`);
  const goal = tellGoal({
    what: 'appendSession to a file of 74 KB',
    rival: 'durable bare read + write',
    ...ratio(ours, durable),
    atMost: 3,
  });
  console.log(`  bare and durable: ${ms(durable)}, ${goal}`);
  console.log(`  not durable:      ${ms(plain)}, ${ratio(ours, plain).value.toFixed(2)}x`);
}

async function compareLoad() {
  const root = join(scratch, 'tiers');
  const paths = Array.from({ length: 200 }, (_, index) => `docs/context/file-${index}.md`);
  const text = `# File\n\n${'Words of a document, and some more of them.\n'.repeat(240)}`.slice(0, 10 * 1024);
  fs.mkdirSync(join(root, 'docs/context'), { recursive: true });
  for (const path of paths) fs.writeFileSync(join(root, path), text);
  const tiers = createContextTiers({ files: createFsWorkspaceFiles({ root }), layout: { core: paths } });
  const [ours, read] = await race(
    amount(60, 2),
    [
      async () => void (await tiers.load())._unsafeUnwrap(),
      () => {
        for (const path of paths) fs.readFileSync(join(root, path), 'utf8');
      },
    ],
    { warmUps: amount(20, 0) },
  );
  console.log(`load of 200 files of 10 KB, with SHA-256 and tokens: ${ms(ours)}`);
  // No goal: what the ratio pays for is that no path leaves the workspace, and the SHA-256 that later writes are compared with.
  const told = tellGoal({ what: 'load of 200 files of 10 KB', rival: 'bare read', ...ratio(ours, read) });
  console.log(`  read alone: ${ms(read)}, ${told}`);
}

/**
 * @param {string} path
 * @param {Uint8Array} bytes
 */
function writeDurably(path, bytes) {
  const unfinished = `${path}.tmp`;
  const file = fs.openSync(unfinished, 'w');
  fs.writeSync(file, bytes);
  fs.fsyncSync(file);
  fs.closeSync(file);
  fs.renameSync(unfinished, path);
  const folder = fs.openSync(dirname(path), 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

/** @param {number[] | undefined} times */
function ms(times = []) {
  return `${median(times).toFixed(3)} ms`;
}
