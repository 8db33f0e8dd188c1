import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStateFiles } from '@batonkit/workspace';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFsWorkspaceFiles } from './fs-workspace-files.ts';

// BATONKIT_SHARED=<n>: that many sessions by each of four processes.
const SESSIONS = Number(process.env['BATONKIT_SHARED'] ?? 6);
const WRITER = fileURLToPath(new URL('./session-writer.fixture.mjs', import.meta.url));

let root: string;
beforeEach(() => (root = fs.mkdtempSync(join(tmpdir(), 'batonkit-sessions-'))));
afterEach(() => fs.rmSync(root, { recursive: true }));

const open = (): ReturnType<typeof createStateFiles> => createStateFiles({ files: createFsWorkspaceFiles({ root }) });
const task = { title: 'A', requirements: 'B', criteria: ['C', 'D'] };

function start(...args: string[]): { child: ChildProcess; ended: Promise<unknown> } {
  const child = spawn(process.execPath, [WRITER, root, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  return { child, ended: once(child, 'exit').then(([code]: unknown[]) => code) };
}

test('no session is lost when several processes append to one file', { timeout: 120_000 }, async () => {
  const stateFiles = open();
  await orThrow(stateFiles.create(1, task));
  const names = ['ada', 'bob', 'eve', 'joe'];
  const writers = names.map((name) => start(name, String(SESSIONS)).ended);
  await orThrow(stateFiles.setCriterion(1, { criterion: 1 }));
  expect(await Promise.all(writers)).toEqual(names.map(() => 0));

  const found = await orThrow(stateFiles.read(1));
  const sessions = found?.state.sessions ?? [];
  expect(sessions.map(({ number }) => number)).toEqual(sessions.map((_, index) => index + 1));
  const expected = names.flatMap((name) => Array.from({ length: SESSIONS }, (_, index) => `${name} did ${index}`));
  expect(sessions.map(({ did }) => did).sort()).toEqual(expected.sort());
  expect(found?.state.metadata.total_sessions).toBe(expected.length);
  expect(found?.state.criteria.map(({ checked }) => checked)).toEqual([false, true]);
  expect(fs.readdirSync(join(root, 'docs/task-states'))).toEqual(['task-1-state.md']);
});

test.runIf(process.platform === 'linux')(
  'a writer that is stopped between its last look and its write holds nobody up, and overwrites nobody when it wakes',
  { timeout: 60_000 },
  async () => {
    const stateFiles = open();
    await orThrow(stateFiles.create(1, task));
    const { child, ended } = start('sleeper', '1', 'stop');
    for (let look = 0; look < 2000 && !isStopped(child.pid); look += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isStopped(child.pid)).toBe(true);

    const since = performance.now();
    await orThrow(stateFiles.appendSession(1, { did: 'awake', next: 'More' }));
    expect(performance.now() - since).toBeLessThan(5000);
    child.kill('SIGCONT');
    expect(await ended).toBe(0);
    const found = await orThrow(stateFiles.read(1));
    expect(found?.state.sessions.map(({ did }) => did)).toEqual(['awake', 'sleeper did 0']);
  },
);

/** Whether a process is stopped, by the third field of its line in /proc. */
function isStopped(pid: number | undefined): boolean {
  return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T') ?? false;
}
