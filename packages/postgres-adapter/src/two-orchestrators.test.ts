import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Baton, createBaton } from 'batonkit';
import { defineTask, orThrow, type ResultAsync } from '@batonkit/core';
import { createGitWorktree } from '@batonkit/git-adapter';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type PostgresServer, startPostgres } from '../testing/postgres-server.mjs';
import { createPostgresTaskStore, migrate } from './index.ts';

// Two orchestrators on two machines: each has its own clone and its own connections; all they share is the database.
const schema = `two_${process.pid}`;
const root = realpathSync(mkdtempSync(join(tmpdir(), 'batonkit-two-')));
let server: PostgresServer;
const machines: { directory: string; baton: Baton; pool: pg.Pool; end: () => Promise<void> }[] = [];

beforeAll(async () => {
  server = await startPostgres();
  const first = join(root, 'first');
  git(root, 'init', '--quiet', '--initial-branch=main', 'first');
  writeFileSync(join(first, 'login.js'), 'export const login = () => false;\n');
  git(first, 'add', '--all');
  git(first, 'commit', '--quiet', '--message', 'Start');
  cpSync(first, join(root, 'second'), { recursive: true });
  for (const name of ['first', 'second']) {
    const directory = join(root, name);
    const { pool, end } = openPool(server, schema);
    await orThrow(migrate({ pool, schema }));
    const tasks = createPostgresTaskStore({ pool, schema });
    machines.push({ directory, pool, end, baton: createBaton({ tasks, worktree: createGitWorktree({ directory }) }) });
  }
}, 120_000);
afterAll(async () => {
  for (const { end } of machines) await end();
  await server.close();
  rmSync(root, { recursive: true });
});

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@batonkit.invalid'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' }).trim();
}

async function begin({ baton, directory }: { baton: Baton; directory: string }, taskId: string): Promise<void> {
  const immutable = defineTask({
    title: 'Fix the login',
    description: 'The login always fails.',
    scope: ['login.js'],
    acceptanceCriteria: ['It succeeds.'],
  });
  const facts = { head: git(directory, 'rev-parse', 'HEAD'), task_file_sha: '0'.repeat(40) };
  await orThrow(baton.contexts.init(taskId, { actor: 'orchestrator', immutable, git: facts }));
}

async function codeOf<T>(result: ResultAsync<T, { readonly code: string }>): Promise<string> {
  return result.match(
    () => 'ok',
    ({ code }) => code,
  );
}

test('a task is handed from one machine to the other, and the second one proves that it has what was handed off', async () => {
  const [first, second] = machines;
  if (first === undefined || second === undefined) throw new Error('two machines are needed');
  await begin(first, 'TASK-1');
  await orThrow(first.baton.startTurn('TASK-1', { role: 'implementer', actor: 'claude' }));
  writeFileSync(join(first.directory, 'login.js'), 'export const login = () => true;\n');
  await orThrow(first.baton.handOff('TASK-1', { role: 'implementer', actor: 'claude' }));

  // The other machine has the record, but not yet the work.
  expect(await codeOf(second.baton.startTurn('TASK-1', { role: 'reviewer', actor: 'codex' }))).toBe('Elsewhere');
  const deltas = second.baton.deltas;
  if (deltas === null) throw new Error('no working tree');
  expect(await codeOf(deltas.restore('TASK-1', { role: 'implementer' }))).toBe('Elsewhere');
  expect(await codeOf(deltas.attribute('TASK-1'))).toBe('SnapshotElsewhere');

  // The patch is in the database. Once it is applied, content is proof enough; no git objects are needed for that.
  const { text: input } = await orThrow(deltas.diff('TASK-1', { role: 'implementer', type: 'from_base' }));
  execFileSync('git', ['apply'], { cwd: second.directory, input });
  await orThrow(second.baton.startTurn('TASK-1', { role: 'reviewer', actor: 'codex' }));
  expect(await codeOf(first.baton.startTurn('TASK-1', { role: 'validator', actor: 'claude' }))).toBe('Rejected');
  await orThrow(second.baton.handOff('TASK-1', { role: 'reviewer', actor: 'codex', allowClean: true }));
  const seen = await orThrow(first.baton.contexts.get('TASK-1'));
  expect(seen?.record.coordination.reviewer?.status).toBe('done');
});

test('a task has one owner over all machines, and after a takeover the old one is fenced off', async () => {
  const [first, second] = machines;
  if (first === undefined || second === undefined) throw new Error('two machines are needed');
  const [one, two] = [
    { actor: 'claude', session: 'session-1' },
    { actor: 'codex', session: 'session-2' },
  ];
  await begin(first, 'TASK-2');
  const claims = await Promise.all([
    codeOf(first.baton.protocol.claim('TASK-2', one)),
    codeOf(second.baton.protocol.claim('TASK-2', two)),
  ]);
  expect(claims.filter((code) => code === 'ok')).toHaveLength(1);
  const [owner, other] = claims[0] === 'ok' ? [first, second] : [second, first];
  const [mine, theirs] = claims[0] === 'ok' ? [one, two] : [two, one];

  expect(await codeOf(other.baton.protocol.release('TASK-2', theirs))).toBe('NotOwner');
  await orThrow(
    other.baton.protocol.takeOver('TASK-2', { ...theirs, confirmedBy: 'grace', reason: 'Its machine is gone.' }),
  );
  expect(await codeOf(owner.baton.protocol.release('TASK-2', mine))).toBe('NotOwner');
  await orThrow(other.baton.protocol.release('TASK-2', theirs));
});
