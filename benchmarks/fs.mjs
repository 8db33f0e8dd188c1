import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { amount, median, race, ratio, summary } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/fs.mjs [directory] [--no-writers]: the fs-adapter against the bare system calls it cannot do without.
// Rivals take turns within one run; the numbers are medians. The directory decides which disk is measured. The bare calls are told both
// ways: blocking, which is the least they can cost, and through promises, which is how they leave the event loop free. The store blocks for
// names and small contents and waits for fsync in the background. It writes 0.6 KiB more: the audit line and the checksums.

const [mode = '', ...args] = process.argv.slice(2);
if (mode === '--writer') await write(args[0] ?? '', args[1] ?? '', Number(args[2]));
else if (mode === '--holder') await holdUntilKilled(args[0] ?? '');
else await compare(mode === '' ? tmpdir() : mode);

/** @param {string} directory */
async function compare(directory) {
  const scratch = fs.mkdtempSync(join(directory, 'batonkit-bench-'));
  try {
    await compareCommits(scratch);
    await compareReads(scratch);
    await measureDisk(scratch);
    if (!process.argv.includes('--no-writers')) await measureWriters(scratch);
    await measureRecovery(scratch);
  } finally {
    fs.rmSync(scratch, { recursive: true });
  }
}

/** @param {string} scratch */
async function compareCommits(scratch) {
  const store = createFsTaskStore({ root: join(scratch, 'tasks') });
  let revision = 0;
  const commit = async () => {
    await put(store, 'TASK-1', revision);
    revision += 1;
  };
  const [names, unfinished] = ['names', 'unfinished'].map((name) => join(scratch, name));
  for (const folder of [names, unfinished]) fs.mkdirSync(folder ?? '');
  const bytes = Buffer.from(bodyOf(0));
  let made = 0;
  const bare = async () => {
    const from = join(unfinished ?? '', String((made += 1)));
    const file = await fs.promises.open(from, 'wx', 0o600);
    await file.write(bytes);
    await file.sync();
    await file.close();
    await fs.promises.link(from, join(names ?? '', String(made)));
    await fs.promises.unlink(from);
    const folder = await fs.promises.open(names ?? '', 'r');
    await folder.sync();
    await folder.close();
  };
  const bareSync = () => {
    const from = join(unfinished ?? '', String((made += 1)));
    const file = fs.openSync(from, 'wx', 0o600);
    fs.writeSync(file, bytes);
    fs.fsyncSync(file);
    fs.closeSync(file);
    fs.linkSync(from, join(names ?? '', String(made)));
    fs.unlinkSync(from);
    const folder = fs.openSync(names ?? '', 'r');
    fs.fsyncSync(folder);
    fs.closeSync(folder);
  };
  const [ours, ...rivals] = await race(amount(300, 3), [commit, bareSync, bare], { warmUps: amount(20, 1) });
  console.log(`durable commit of 4 KiB: ${ms(ours)}`);
  for (const [index, how] of ['blocking', 'promises'].entries()) {
    const rival = `write + fsync + link + fsync(dir), ${how}`;
    const goal = tellGoal({
      what: 'durable fs commit of 4 KiB',
      rival,
      ...ratio(ours, rivals[index]),
      atMost: 1.5,
    });
    console.log(`  ${rival}: ${ms(rivals[index])}, ${goal}`);
  }
}

/** @param {string} scratch */
async function compareReads(scratch) {
  const store = createFsTaskStore({ root: join(scratch, 'tasks') });
  const plain = join(scratch, 'plain.json');
  fs.writeFileSync(plain, bodyOf(0));
  const read = async () => {
    const task = (await store.read('TASK-1'))._unsafeUnwrap();
    JSON.parse(task.body ?? '');
  };
  const bare = async () => void JSON.parse(await fs.promises.readFile(plain, 'utf8'));
  const bareSync = () => void JSON.parse(fs.readFileSync(plain, 'utf8'));
  const [ours, ...rivals] = await race(amount(3000, 3), [read, bareSync, bare], { warmUps: amount(200, 1) });
  console.log(`read of 4 KiB and JSON.parse: ${ms(ours)}`);
  for (const [index, how] of ['blocking', 'promises'].entries()) {
    const rival = `readFile + JSON.parse, ${how}`;
    const goal = tellGoal({ what: 'fs read of 4 KiB and JSON.parse', rival, ...ratio(ours, rivals[index]), atMost: 3 });
    console.log(`  ${rival}: ${ms(rivals[index])}, ${goal}`);
  }
}

/** @param {string} scratch */
async function measureDisk(scratch) {
  const root = join(scratch, 'disk');
  const store = createFsTaskStore({ root });
  const revisions = amount(200, 3);
  for (let revision = 0; revision < revisions; revision += 1) await put(store, 'TASK-1', revision);
  const whole = diskUse(join(root, 'TASK-1', 'revisions'));
  (await store.sweep({ olderThanMs: 0 }))._unsafeUnwrap();
  const swept = diskUse(join(root, 'TASK-1', 'revisions'));
  const each = (/** @type {number} */ bytes) => `${Math.round(bytes / revisions)} bytes`;
  console.log(`disk per revision with a body of 4 KiB and one audit line of 300 bytes:`);
  console.log(
    `  content ${each(whole.content)}, blocks ${each(whole.blocks)}; after a sweep ${each(swept.content)}, ${each(swept.blocks)}`,
  );
}

/** @param {string} scratch */
async function measureWriters(scratch) {
  for (const { writers, tasks } of [
    { writers: 1, tasks: 1 },
    { writers: 8, tasks: 1 },
    { writers: 8, tasks: 8 },
  ]) {
    /** @type {number[]} */
    const rates = [];
    for (let round = 0; round < amount(5, 1); round += 1) {
      rates.push(await rateOf(join(scratch, `writers-${writers}-${tasks}-${round}`), writers, tasks));
    }
    const shown =
      writers === 8 && tasks === 1
        ? tellGoal({ what: '8 processes on one record, exact', ...summary(rates), unit: 'commits/s', atLeast: 150 })
        : `${median(rates).toFixed(0)} commits/s`;
    console.log(`${writers} writers on ${tasks} tasks: ${shown}, exact`);
  }
}

/**
 * Commits a second, after counting that each is there.
 *
 * @param {string} root
 * @param {number} writers
 * @param {number} tasks
 */
async function rateOf(root, writers, tasks) {
  const seconds = amount(2, 0.2);
  const children = Array.from({ length: writers }, (_, index) =>
    fork(fileURLToPath(import.meta.url), ['--writer', root, `TASK-${index % tasks}`, String(seconds * 1000)]),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const exits = children.map((child) => once(child, 'exit'));
  const reports = children.map((child) => once(child, 'message'));
  for (const child of children) child.send('go');
  const done = (await Promise.all(reports)).reduce((sum, [count]) => sum + Number(count), 0);
  await Promise.all(exits);
  const store = createFsTaskStore({ root });
  let counted = 0;
  for (let task = 0; task < tasks; task += 1) {
    const { revision, body } = (await store.read(`TASK-${task}`))._unsafeUnwrap();
    if (JSON.parse(body ?? '').revision !== revision) throw new Error('the counter is not exact');
    counted += revision;
  }
  if (counted !== done) throw new Error(`${done} commits were acknowledged and ${counted} are there`);
  return done / seconds;
}

/**
 * A process is killed in the middle of its commits; how long until somebody else has committed? Whoever guards a file with
 * proper-lockfile waits until the lock of the dead is stale.
 *
 * @param {string} scratch
 */
async function measureRecovery(scratch) {
  const { lock } = createRequire(new URL('../packages/fs-adapter/package.json', import.meta.url))('proper-lockfile');
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const theirs = [];
  for (let round = 0; round < amount(5, 1); round += 1) {
    const root = join(scratch, `killed-${round}`);
    await killOne(['--writer', root, 'TASK-0', '60000']);
    const start = performance.now();
    const store = createFsTaskStore({ root });
    const { revision } = (await store.read('TASK-0'))._unsafeUnwrap();
    await put(store, 'TASK-0', revision);
    ours.push(performance.now() - start);
  }
  for (let round = 0; round < amount(2, 0); round += 1) {
    const file = join(scratch, `held-${round}`);
    fs.writeFileSync(file, '');
    await killOne(['--holder', file]);
    const start = performance.now();
    const release = await lock(file, { retries: { forever: true, minTimeout: 50, maxTimeout: 50 } });
    theirs.push(performance.now() - start);
    await release();
  }
  const told = { what: 'next commit after kill -9 of a writer', ...summary(ours), unit: 'ms', atMost: 1000 };
  console.log(`next commit after kill -9 of a writer: ${tellGoal(told)}`);
  if (theirs.length === 0) return;
  const rival = { what: 'next lock of proper-lockfile after kill -9 of its holder', ...summary(theirs), unit: 'ms' };
  console.log(`  proper-lockfile, as it comes: ${tellGoal(rival)}`);
}

/** @param {string[]} args */
async function killOne(args) {
  const child = fork(fileURLToPath(import.meta.url), args);
  await once(child, 'message');
  child.send('go');
  await new Promise((resolve) => setTimeout(resolve, 100));
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** @param {string} file */
async function holdUntilKilled(file) {
  const { lock } = createRequire(new URL('../packages/fs-adapter/package.json', import.meta.url))('proper-lockfile');
  await lock(file);
  process.send?.('ready');
  setInterval(() => undefined, 1000);
}

/**
 * @param {string} root
 * @param {string} id
 * @param {number} time
 */
async function write(root, id, time) {
  const store = createFsTaskStore({ root });
  process.send?.('ready');
  await once(process, 'message');
  let done = 0;
  for (const end = performance.now() + time; performance.now() < end;) {
    const { revision } = (await store.read(id))._unsafeUnwrap();
    const answer = await store.commit(commitOf(id, revision, `${process.pid}-${done}-${revision}`));
    if (answer.isOk()) done += 1;
    else if (answer.error.code !== 'Conflict') throw new Error(answer.error.message);
  }
  process.send?.(done);
  process.disconnect?.();
}

/**
 * @param {import('@batonkit/core').TaskStore} store
 * @param {string} id
 * @param {number} revision
 */
async function put(store, id, revision) {
  (await store.commit(commitOf(id, revision, `op-${revision}`)))._unsafeUnwrap();
}

/**
 * @param {string} id
 * @param {number} expected
 * @param {string} operationId
 */
function commitOf(id, expected, operationId) {
  return { id, expected, operationId, body: bodyOf(expected + 1), audit: ['x'.repeat(300)], artifacts: [] };
}

/** @param {number} revision */
function bodyOf(revision) {
  return JSON.stringify({ revision, text: 'x'.repeat(4060) });
}

/** @param {string} folder */
function diskUse(folder) {
  const found = fs.readdirSync(folder).map((name) => fs.statSync(join(folder, name)));
  const sum = (/** @type {(stat: fs.Stats) => number} */ of) => found.reduce((total, stat) => total + of(stat), 0);
  return { content: sum(({ size }) => size), blocks: sum(({ blocks }) => blocks * 512) };
}

/** @param {number[] | undefined} times */
function ms(times = []) {
  return `${median(times).toFixed(3)} ms`;
}
