import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFiles } from '../files/file-operations.ts';
import { commitRevision } from './commit-revision.ts';
import { createCourtesyLock, type Turn } from './courtesy-lock.ts';
import { createFsTaskStore } from './fs-task-store.ts';
import { createReadableCopies } from './readable-copy.ts';
import { createRevisionReader } from './revision-reader.ts';
import { createTaskAnchor } from './task-anchor.ts';
import { taskFiles } from './task-files.ts';

let root: string;
beforeEach(async () => {
  root = fs.mkdtempSync(join(tmpdir(), 'batonkit-lock-'));
  await orThrow(createFsTaskStore({ root }).commit(commitOf(0)));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const commitOf = (expected: number, operationId = `op-${expected}`) => ({
  id: 'TASK-1',
  expected,
  operationId,
  body: 'body',
  audit: [],
  artifacts: [],
});
const never = (): Promise<boolean> => Promise.resolve(false);

/** Another process that takes the lock the way the store does. */
async function startHolder() {
  const lockfile = createRequire(import.meta.url).resolve('proper-lockfile');
  const { directory, lock } = taskFiles(root, 'TASK-1');
  const program = `require(${JSON.stringify(lockfile)})
    .lock(${JSON.stringify(directory)}, { lockfilePath: ${JSON.stringify(lock)}, realpath: false, stale: 5000, update: 1000 })
    .then(() => { console.log('held'); setInterval(() => undefined, 1000); });`;
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return holder;
}

/** A lock whose writer has lost often enough to want its turn. */
async function starving() {
  const lock = createCourtesyLock(nodeFiles);
  const task = taskFiles(root, 'TASK-1');
  for (let loss = 0; loss < 40; loss += 1) await (await lock.takeTurn(task, never)).end('lost');
  return { lock, task };
}

describe('the courtesy lock', () => {
  test.each(['SIGKILL', 'SIGSTOP'] as const)('a holder after %s holds up nobody', async (signal) => {
    const holder = await startHolder();
    holder.kill(signal);
    if (signal === 'SIGKILL') await once(holder, 'exit');
    expect(fs.existsSync(taskFiles(root, 'TASK-1').lock)).toBe(true);
    const store = createFsTaskStore({ root });
    const start = performance.now();
    expect(await orThrow(store.commit(commitOf(1)))).toEqual({ revision: 2, replayed: false });
    const first = performance.now() - start;
    expect(await orThrow(store.commit(commitOf(2)))).toEqual({ revision: 3, replayed: false });
    holder.kill('SIGKILL');
    // Half of what a writer waits at most, so that a busy machine is no failure; the fault lab measures.
    expect(first).toBeLessThan(5000);
  });

  test('is not touched where nobody competes', async () => {
    const store = createFsTaskStore({ root });
    const made: string[] = [];
    const watcher = fs.watch(join(root, 'TASK-1'), (_, name) => made.push(name ?? ''));
    for (const expected of [1, 2, 3]) await orThrow(store.commit(commitOf(expected)));
    watcher.close();
    expect(made).not.toContain('lock');
  });

  test('goes to a writer that lost often, who keeps it until its next commit', async () => {
    const { lock, task } = await starving();
    const turn = await lock.takeTurn(task, never);
    expect(fs.existsSync(task.lock)).toBe(true);
    await turn.end('lost');
    expect(fs.existsSync(task.lock)).toBe(true);
    await (await lock.takeTurn(task, never)).end('done');
    expect(fs.existsSync(task.lock)).toBe(false);
  });

  test('a kept lock is given back when its writer does not return', async () => {
    const { lock, task } = await starving();
    await (await lock.takeTurn(task, never)).end('lost');
    await expect.poll(() => fs.existsSync(task.lock)).toBe(false);
  });

  test('waiting ends when it is in vain', async () => {
    const holder = await startHolder();
    let looks = 0;
    const isMoot = (): Promise<boolean> => Promise.resolve((looks += 1) > 0);
    const turn = await createCourtesyLock(nodeFiles).takeTurn(taskFiles(root, 'TASK-1'), isMoot);
    holder.kill('SIGKILL');
    expect(turn.hasWaited).toBe(true);
    expect(looks).toBe(1);
  });

  test('a holder stopped past every time-out and continued gets Conflict and overwrites nothing', async () => {
    const program = `
      import { createFsTaskStore, nodeFiles } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
      let stops = false;
      const link = async (from, to) => {
        if (stops) { console.log('stopping'); await new Promise((done) => setTimeout(done, 50)); process.kill(process.pid, 'SIGSTOP'); }
        return nodeFiles.link(from, to);
      };
      const store = createFsTaskStore({ root: ${JSON.stringify(root)}, files: { ...nodeFiles, link } });
      for (let loss = 0; loss < 40; loss += 1) await store.commit({ ...${JSON.stringify(commitOf(0))}, operationId: 'loss-' + loss });
      stops = true;
      const answer = await store.commit(${JSON.stringify(commitOf(1, 'stopped'))});
      console.log(answer.isOk() ? 'ok' : answer.error.code);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(holder, 'exit');
    let output = '';
    holder.stdout.on('data', (chunk) => (output += String(chunk)));
    await expect.poll(() => output).toBe('stopping\n');
    expect(fs.existsSync(taskFiles(root, 'TASK-1').lock)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 200));

    const store = createFsTaskStore({ root });
    expect(await orThrow(store.commit(commitOf(1, 'rival')))).toEqual({ revision: 2, replayed: false });
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    holder.kill('SIGCONT');
    await exited;
    expect(output).toBe('stopping\nConflict\n');
    expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 2, body: 'body' });
    expect(fs.readdirSync(taskFiles(root, 'TASK-1').revisions)).toEqual(['00000001', '00000002']);
  });

  test('a holder notices that the lock was taken away', async () => {
    const { lock, task } = await starving();
    const turn = await lock.takeTurn(task, never);
    expect(turn.isLost()).toBe(false);
    fs.rmdirSync(task.lock);
    await expect.poll(() => turn.isLost()).toBe(true);
    await turn.end('done');
  });

  test.each([
    { rival: false, code: 'LockTimeout' },
    { rival: true, code: 'Conflict' },
  ])('a writer that lost its turn gives up: rival=$rival', async ({ rival, code }) => {
    const task = taskFiles(root, 'TASK-1');
    await orThrow(createFsTaskStore({ root }).commit(commitOf(1, 'rival')));
    const rivals = fs.readFileSync(task.revision(2));
    fs.rmSync(task.revision(2));
    fs.rmSync(task.lastRevision);
    const lost: Turn = {
      hasWaited: true,
      waitedMs: () => 10_001,
      isLost: () => {
        // The rival writes between the check of the revision and the check of the turn.
        if (rival) fs.writeFileSync(task.revision(2), rivals);
        return true;
      },
      end: () => Promise.resolve(),
    };
    const reader = createRevisionReader(nodeFiles);
    const tools = {
      files: nodeFiles,
      reader,
      anchor: createTaskAnchor(nodeFiles),
      copies: createReadableCopies(nodeFiles, reader),
      lock: { takeTurn: () => Promise.resolve(lost), noteLoss: () => undefined },
    };
    const answer = await commitRevision(tools, task, commitOf(1, 'late'));
    expect(answer._unsafeUnwrapErr().code).toBe(code);
    expect(fs.readdirSync(task.temporary)).toEqual([]);
  });
});
