import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFiles } from '../files/file-operations.ts';
import { createCourtesyLock } from './courtesy-lock.ts';
import { createFsTaskStore } from './fs-task-store.ts';
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
  test.each(['SIGKILL', 'SIGSTOP'] as const)('a holder after %s holds up nobody for a second', async (signal) => {
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
    expect(first).toBeLessThan(1000);
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
    await expect.poll(() => fs.existsSync(task.lock), { timeout: 2000 }).toBe(false);
  });

  test('waiting ends when it is in vain', async () => {
    const holder = await startHolder();
    const start = performance.now();
    const turn = await createCourtesyLock(nodeFiles).takeTurn(taskFiles(root, 'TASK-1'), () => Promise.resolve(true));
    holder.kill('SIGKILL');
    expect(turn.hasWaited).toBe(true);
    expect(performance.now() - start).toBeLessThan(200);
  });

  test('losing it aborts the writer with LockTimeout, or Conflict when a rival wrote', async () => {
    const { lock, task } = await starving();
    const turn = await lock.takeTurn(task, never);
    expect(turn.isLost()).toBe(false);
    fs.rmdirSync(task.lock);
    await expect.poll(() => turn.isLost(), { timeout: 5000 }).toBe(true);
    await turn.end('done');
  });
});
