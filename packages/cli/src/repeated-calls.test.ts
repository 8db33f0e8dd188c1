import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, createShop } from './scratch-shop.fixture.ts';

// The program as it is published; `npm test` builds it first.
const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;
const execute = promisify(execFile);
const ID = 'TASK-1';

/** Runs the built program with `--json` in a process of its own, and tells what it printed. */
async function start(cwd: string, ...argv: readonly string[]): Promise<Answer> {
  const env = { ...process.env, BATON_ACTOR: 'ada', BATON_SESSION: 'run-1' };
  const { stdout } = await execute(process.execPath, [PROGRAM, ...argv, '--json'], { cwd, env }).catch(
    (error: { readonly stdout: string }) => error,
  );
  return JSON.parse(stdout) as Answer;
}

/** Starts the same command line twice at once, as two processes, and tells what both printed. */
async function twice(cwd: string, store: string, argv: readonly string[]): Promise<readonly Answer[]> {
  const line = [...argv, '--operation-id', argv.join('/'), '--store', store];
  return Promise.all([start(cwd, ...line), start(cwd, ...line)]);
}

test.each(['.agent-output', 'git'])(
  'two processes at once with one --operation-id, store %s: both succeed, it is done once, one says so',
  async (store) => {
    const { directory, ask } = createShop();
    const lines: readonly (readonly string[])[] = [
      ['init', ID],
      ['start', ID, 'implementer'],
      ['snapshot', ID, 'implementer', '--allow-clean'],
      ['hand-off', ID, 'implementer', '--allow-clean'],
      ['claim', ID],
      ['release', ID],
      ['purge', ID],
    ];
    const outcomes: unknown[] = [];
    for (const line of lines) {
      const answers = await twice(directory, store, line);
      const said = answers.map(({ success, data, error }) => (success ? data['replayed'] : error?.message));
      outcomes.push([line[0], said.map(String).sort(), answers[0]?.data?.['revision']]);
    }
    expect(outcomes).toEqual(lines.map(([verb], index) => [verb, ['false', 'true'], index + 1]));

    const reused = await ask('init', ID, '--operation-id', `start/${ID}/implementer`, '--store', store);
    const usedFor = ['role-noted', 'role-started'];
    expect(reused.error).toMatchObject({ code: 'OperationIdReused', data: { revision: 2, usedFor } });
    expect(reused.error?.message).toContain('already made revision 2 (role-noted, role-started, by ada at ');
  },
  120_000,
);

test('a repeated hand-off tells what was handed off then, and hands off no later edit', async () => {
  const { directory, write } = createShop();
  await start(directory, 'init', ID);
  await start(directory, 'start', ID, 'implementer');
  write('src/login.js', 'export const login = () => 2;\n');
  const handOff = () => start(directory, 'hand-off', ID, 'implementer', '--operation-id', 'hand-off-1');
  const first = await handOff();
  expect(first).toMatchObject({ success: true, data: { replayed: false, files: ['src/login.js'] } });
  write('src/login.js', 'export const login = () => 3;\n');
  write('src/more.js', 'export const more = 1;\n');
  const again = await handOff();
  expect(again.data).toEqual({ ...first.data, replayed: true });
  expect(await start(directory, 'verify', ID, 'implementer')).toMatchObject({ error: { code: 'DriftDetected' } });
}, 120_000);

test('a request that was done in one clone is a replay in another that fetched the task', async () => {
  const { directory, git } = createShop();
  const clone = mkdtempSync(join(tmpdir(), 'baton-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  const block = ['block', ID, 'reviewer', 'It fails.', '--operation-id', 'block-1', '--store', 'git'];
  expect(await start(directory, 'init', ID, '--store', 'git')).toMatchObject({ success: true });
  expect(await start(directory, ...block)).toMatchObject({ success: true, data: { revision: 2, replayed: false } });
  git('clone', '--quiet', directory, clone);
  git('-C', clone, 'fetch', '--quiet', 'origin', '+refs/batonkit/*:refs/batonkit/*');
  expect(await start(clone, ...block)).toMatchObject({ success: true, data: { revision: 2, replayed: true } });
  const other = await start(clone, 'block', ID, 'reviewer', 'Slow.', '--operation-id', 'block-1', '--store', 'git');
  expect(other.error).toMatchObject({ code: 'OperationIdReused', data: { revision: 2 } });
}, 120_000);

test('a hand-off that is killed at any moment can be repeated, and is done once', async () => {
  const { directory, write } = createShop();
  await start(directory, 'init', ID);
  await start(directory, 'start', ID, 'implementer');
  write('src/login.js', 'export const login = () => 2;\n');
  const line = ['hand-off', ID, 'implementer', '--operation-id', 'hand-off-1'];
  const before = await start(directory, 'get', ID);
  const begun = performance.now();
  await start(directory, 'get', ID);
  const elapsed = performance.now() - begun;
  for (let kill = 1; kill <= 6; kill += 1) {
    const dying = spawn(process.execPath, [PROGRAM, ...line, '--session', 'run-1'], {
      cwd: directory,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => dying.once('exit', resolve));
    await sleep((elapsed * kill) / 4);
    dying.kill('SIGKILL');
    await ended;
  }
  const isDone = (await start(directory, 'get', ID)).data['revision'] !== before.data['revision'];
  expect(await start(directory, ...line)).toMatchObject({ success: true, data: { replayed: isDone } });
  const after = await start(directory, 'get', ID);
  expect(after.data['revision']).toBe(Number(before.data['revision']) + 1);
}, 120_000);
