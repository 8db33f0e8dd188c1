import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/fs.mjs [directory] [--no-writers]: the fs-adapter against the bare system calls it cannot do without.
// Rivals take turns within one run; the numbers are medians. The directory decides which disk is measured.

const [mode = '', ...args] = process.argv.slice(2);
if (mode === '--writer') await write(args[0] ?? '', args[1] ?? '', Number(args[2]));
else await compare(mode === '' ? tmpdir() : mode);

/** @param {string} directory */
async function compare(directory) {
  const scratch = fs.mkdtempSync(join(directory, 'batonkit-bench-'));
  try {
    await compareCommits(scratch);
    await compareReads(scratch);
    await measureDisk(scratch);
    if (!process.argv.includes('--no-writers')) await measureWriters(scratch);
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
  const [ours = 0, theirs = 0, sync = 0] = await medians([commit, bare, bareSync], 300);
  console.log(`durable commit of 4 KiB: ${ms(ours)}`);
  const goal = tellGoal({
    what: 'durable fs commit of 4 KiB',
    rival: 'write + fsync + link + fsync(dir)',
    value: ours / theirs,
    atMost: 1.5,
  });
  console.log(
    `  write + fsync + link + fsync(dir), promises: ${ms(theirs)}, ratio ${ratio(ours, theirs)} (goal 1.5: ${goal})`,
  );
  console.log(`  the same, blocking the event loop:           ${ms(sync)}, ratio ${ratio(ours, sync)}`);
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
  const [ours = 0, theirs = 0, sync = 0] = await medians([read, bare, bareSync], 3000);
  console.log(`read of 4 KiB and JSON.parse: ${ms(ours)}`);
  console.log(`  readFile + JSON.parse, promises: ${ms(theirs)}, ratio ${ratio(ours, theirs)} (goal 3)`);
  console.log(`  the same, blocking:              ${ms(sync)}, ratio ${ratio(ours, sync)}`);
}

/** @param {string} scratch */
async function measureDisk(scratch) {
  const root = join(scratch, 'disk');
  const store = createFsTaskStore({ root });
  const revisions = 200;
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
  const seconds = 5;
  for (const { writers, tasks } of [
    { writers: 1, tasks: 1 },
    { writers: 8, tasks: 1 },
    { writers: 8, tasks: 8 },
  ]) {
    const root = join(scratch, `writers-${writers}-${tasks}`);
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
    const rate = done / seconds;
    const what = '8 processes on one record, exact';
    const goal =
      writers === 8 && tasks === 1 ? ` (goal 150: ${tellGoal({ what, value: rate, unit: '/s', atLeast: 150 })})` : '';
    console.log(`${writers} writers on ${tasks} tasks: ${rate.toFixed(0)} commits/s, exact${goal}`);
  }
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

/**
 * @param {(() => unknown)[]} rivals
 * @param {number} rounds
 */
async function medians(rivals, rounds) {
  /** @type {number[][]} */
  const times = rivals.map(() => []);
  for (const rival of rivals) await rival();
  for (let round = 0; round < rounds; round += 1) {
    // In a new order each round: who comes after an fsync of somebody else has an advantage or a burden.
    const order = rivals.map((rival, index) => ({ rival, index, draw: Math.random() })).sort((a, b) => a.draw - b.draw);
    for (const { rival, index } of order) {
      const start = performance.now();
      await rival();
      times[index]?.push(performance.now() - start);
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
