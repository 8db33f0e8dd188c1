// What `npm start` runs: one task goes from an implementer to a reviewer to a validator in a temporary git repository.
// Nothing is committed in between, somebody edits a file between two agents, and that is caught.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBaton } from 'batonkit';
import { orThrow } from '@batonkit/core';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitWorktree } from '@batonkit/git-adapter';
import { LOGIN_TASK } from '../login-task.mjs';

const TASK = 'TASK-0824';
const repository = mkdtempSync(join(tmpdir(), 'batonkit-start-'));
const baton = createBaton({
  tasks: createFsTaskStore({ root: join(repository, '.agent-output') }),
  worktree: createGitWorktree({ directory: repository }),
});

try {
  await main();
} finally {
  rmSync(repository, { recursive: true, force: true });
}

async function main() {
  git('init', '--quiet', '--initial-branch=main');
  write('login.js', 'export const valid = (name) => /^[a-z]+$/.test(name);\n');
  git('add', 'login.js');
  git('commit', '--quiet', '--message', 'Start');

  step(`A task in ${repository}`);
  const { record } = await orThrow(baton.contexts.init(TASK, { actor: 'orchestrator', immutable: LOGIN_TASK }));
  say(`${TASK} "${record.immutable.task_snapshot.title}" for ${record.roles.join(' -> ')}`);
  say(`immutable section sealed with sha256 ${short(record.immutable_sha)}`);

  step('The validator is eager');
  refused(await baton.startTurn(TASK, { role: 'validator', actor: 'ci' }));

  step('The implementer works and hands off; nothing is committed');
  await turn('implementer', 'claude', () =>
    write('login.js', 'export const valid = (name) => /^[a-z.]+$/.test(name);\n'),
  );

  step('Somebody edits the same file before the reviewer starts');
  write('login.js', 'export const valid = () => true;\n');
  refused(await baton.startTurn(TASK, { role: 'reviewer', actor: 'codex' }));

  step('A person accepts the edit, with a note; from now on it counts as made outside the workflow');
  await orThrow(
    baton.deltas.resolveDrift(TASK, {
      role: 'implementer',
      actor: 'grace',
      note: 'tried by hand',
      accept: 'current-tree',
    }),
  );
  say('resolved by grace: "tried by hand"');

  step('The reviewer mends it, and its patch shows exactly what it changed; the validator runs it');
  await turn('reviewer', 'codex', () =>
    write('login.js', 'export const valid = (name) => /^[a-z]+(\\.[a-z]+)*$/.test(name);\n'),
  );
  const { text } = await orThrow(baton.deltas.diff(TASK, { role: 'reviewer', type: 'incremental' }));
  for (const line of text.split('\n').filter((line) => /^[-+] ?[^-+]/.test(line))) say(`  ${line}`);
  await turn('validator', 'ci', () => execFileSync(process.execPath, ['--check', 'login.js'], { cwd: repository }));

  step('Committed exactly as validated, so the task is complete; its context goes, its trail stays');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Accept names with a dot');
  const { verdict } = await orThrow(
    baton.deltas.verify(TASK, { expectedRole: 'validator', actor: 'orchestrator', expect: 'committed' }),
  );
  say(`HEAD against the validator's snapshot: ${verdict}`);
  await orThrow(baton.contexts.complete(TASK, { actor: 'orchestrator' }));
  const { entries, anchor } = await orThrow(baton.contexts.trail(TASK));
  for (const { seq, actor, event } of entries) {
    say(
      `${String(seq).padStart(3)}  ${actor.padEnd(13)} ${event.type.padEnd(20)} ${'role' in event ? event.role : ''}`.trimEnd(),
    );
  }
  say(`${entries.length} entries, chain verified up to ${short(anchor.head)}`);
}

/**
 * @param {string} role
 * @param {string} actor
 * @param {() => void} work
 */
async function turn(role, actor, work) {
  await orThrow(baton.startTurn(TASK, { role, actor }));
  work();
  const { snapshot } = await orThrow(baton.handOff(TASK, { role, actor, allowClean: role === 'validator' }));
  const files = snapshot?.files_changed.map(({ path, status }) => `${path} ${status}`).join(', ');
  say(`${role} (${actor}) handed off tree ${short(snapshot?.tree ?? '')}: ${files}`);
}

/** @param {import('@batonkit/core').Result<unknown, import('@batonkit/core').Failure>} answer */
function refused(answer) {
  if (answer.isOk()) throw new Error('The example expected a refusal.');
  say(`refused (${answer.error.code})`);
  for (const line of answer.error.message.trimEnd().split('\n')) say(`  ${line}`);
}

/** @param {string[]} args */
function git(...args) {
  const identity = ['-c', 'user.name=Batonkit', '-c', 'user.email=start@batonkit.invalid'];
  return execFileSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' }).trim();
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  writeFileSync(join(repository, path), text);
}

/** @param {string} hash */
function short(hash) {
  return `${hash.slice(0, 12)}...`;
}

/** @param {string} title */
function step(title) {
  console.log(`\n${title}`);
}

/** @param {string} line */
function say(line) {
  console.log(`  ${line}`);
}
