// Orchestrators on two machines share tasks through one database: each has its own clone and its own connections, nothing else in common.
// DATABASE_URL=postgres://... node examples/two-machines/main.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBaton } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { createGitWorktree } from '@batonkit/git-adapter';
import { createPostgresTaskStore, migrate } from '@batonkit/postgres-adapter';
import pg from 'pg';

if (process.env.DATABASE_URL === undefined) {
  console.error(
    'Set DATABASE_URL to a PostgreSQL database in which this example may make the schema batonkit_example.',
  );
  process.exit(2);
}
const TASK = `TASK-${process.pid}`;
const root = mkdtempSync(join(tmpdir(), 'batonkit-machines-'));
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
const schema = 'batonkit_example';

try {
  await orThrow(migrate({ pool, schema }));
  git(root, 'init', '--quiet', 'berlin');
  writeFileSync(join(root, 'berlin', 'price.js'), 'export const price = 1;\n');
  git(join(root, 'berlin'), 'add', '--all');
  git(join(root, 'berlin'), 'commit', '--quiet', '--message', 'Start');
  git(root, 'clone', '--quiet', 'berlin', 'oslo');
  const berlin = openMachine('berlin');
  const oslo = openMachine('oslo');

  await orThrow(berlin.contexts.init(TASK, { actor: 'berlin', immutable: description() }));
  await orThrow(berlin.startTurn(TASK, { role: 'implementer', actor: 'claude in berlin' }));
  writeFileSync(join(root, 'berlin', 'price.js'), 'export const price = 2;\n');
  await orThrow(berlin.handOff(TASK, { role: 'implementer', actor: 'claude in berlin' }));
  console.log('berlin: implementer handed off');

  // Oslo sees the task at once, but its files are the old ones: the turn opens once it has what was handed off in Berlin.
  const early = await oslo.startTurn(TASK, { role: 'reviewer', actor: 'codex in oslo' });
  console.log(`oslo:   reviewer may not start (${early.isErr() ? early.error.code : 'started'})`);
  const { text } = await orThrow(oslo.deltas.diff(TASK, { role: 'implementer', type: 'from_base' }));
  execFileSync('git', ['apply'], { cwd: join(root, 'oslo'), input: text });
  await orThrow(oslo.startTurn(TASK, { role: 'reviewer', actor: 'codex in oslo' }));
  console.log('oslo:   reviewer started on exactly what berlin handed off');

  const rival = await berlin.startTurn(TASK, { role: 'reviewer', actor: 'claude in berlin' });
  console.log(`berlin: a second reviewer is refused (${rival.isErr() ? rival.error.code : 'started'})`);
  await orThrow(oslo.handOff(TASK, { role: 'reviewer', actor: 'codex in oslo', allowClean: true }));
  const { entries } = await orThrow(berlin.contexts.trail(TASK));
  console.log(`one audit over both machines: ${entries.length} entries, chain verified`);
} finally {
  await pool.end();
  rmSync(root, { recursive: true, force: true });
}

/** @param {string} name */
function openMachine(name) {
  const tasks = createPostgresTaskStore({ pool, schema });
  return createBaton({ tasks, worktree: createGitWorktree({ directory: join(root, name) }) });
}

/**
 * @param {string} cwd
 * @param {string[]} args
 */
function git(cwd, ...args) {
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...args], { cwd });
}

function description() {
  return defineTask({ title: 'Raise the price', area: 'shop', description: 'It is 2 now.', scope: ['price.js'] });
}
