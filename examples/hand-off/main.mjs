// What `npm start` runs: one task goes from an implementer to a reviewer to a validator, in a temporary git repository
// where nothing is committed in between. Each step prints what the library answered.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBaton, orThrow } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';

const repository = mkdtempSync(join(tmpdir(), 'batonkit-start-'));
const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', ['-c', 'user.name=Batonkit', '-c', 'user.email=start@batonkit.invalid', ...args], {
    cwd: repository,
    encoding: 'utf8',
  }).trim();

try {
  await main();
} finally {
  rmSync(repository, { recursive: true, force: true });
}

async function main() {
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(repository, 'login.js'), 'export const valid = (name) => /^[a-z]+$/.test(name);\n');
  git('add', 'login.js');
  git('commit', '--quiet', '--message', 'Start');

  const baton = createBaton({ tasks: createMemoryTaskStore() });
  const task = 'TASK-0824';

  step(`A task in ${repository}`);
  const { record } = await orThrow(
    baton.contexts.init(task, {
      actor: 'orchestrator',
      git: { head: git('rev-parse', 'HEAD'), branch: 'main', task_file_sha: null },
      immutable: {
        task_snapshot: {
          title: 'Accept names with a dot',
          priority: 'P1',
          area: 'backend',
          description: 'Signing in fails for "ada.lovelace".',
          scope_in: ['login.js'],
          scope_out: [],
          acceptance_criteria: ['ada.lovelace signs in'],
        },
        standards_citations: [],
        validation_baseline: { commands: ['node --check login.js'] },
        repo_paths: ['login.js'],
        scope_patterns: ['login.js'],
      },
    }),
  );
  say(`${record.task_id} "${record.immutable.task_snapshot.title}" for ${record.roles.join(' -> ')}`);
  say(`immutable section sealed with sha256 ${record.immutable_sha.slice(0, 16)}...`);

  step('The validator is eager');
  refused(await baton.startTurn(task, { role: 'validator', actor: 'ci' }));

  step('The implementer works and hands off; nothing is committed');
  await turn(baton, task, 'implementer', 'claude', () =>
    writeFileSync(join(repository, 'login.js'), 'export const valid = (name) => /^[a-z.]+$/.test(name);\n'),
  );

  step('The reviewer finds a problem');
  await orThrow(baton.startTurn(task, { role: 'reviewer', actor: 'codex' }));
  await orThrow(
    baton.contexts.markBlocked(task, { role: 'reviewer', actor: 'codex', finding: 'a name may not be all dots' }),
  );
  refused(await baton.contexts.complete(task, { actor: 'orchestrator' }));

  step('The implementer goes again, then the others');
  await turn(baton, task, 'implementer', 'claude', () =>
    writeFileSync(join(repository, 'login.js'), 'export const valid = (name) => /^[a-z]+(\\.[a-z]+)*$/.test(name);\n'),
  );
  await turn(baton, task, 'reviewer', 'codex', () => appendFileSync(join(repository, 'login.js'), '// reviewed\n'));
  await turn(baton, task, 'validator', 'ci', () =>
    execFileSync(process.execPath, ['--check', 'login.js'], { cwd: repository }),
  );

  step('Done: the context goes, the audit stays');
  const { summary } = await orThrow(baton.contexts.complete(task, { actor: 'orchestrator' }));
  const { entries, anchor } = await orThrow(baton.contexts.audit(task));
  for (const { seq, actor, event } of entries) {
    const role = 'role' in event ? event.role : '';
    say(`${String(seq).padStart(3)}  ${actor.padEnd(13)} ${event.type.padEnd(20)} ${role}`);
  }
  say(`${entries.length} entries, chain verified up to ${anchor.head.slice(0, 16)}...`);
  say(
    `"${summary.title}" is complete: ${Object.entries(summary.roles)
      .map(([role, status]) => `${role} ${status}`)
      .join(', ')}`,
  );
}

/**
 * @param {import('@batonkit/core').Baton} baton
 * @param {string} task
 * @param {string} role
 * @param {string} actor
 * @param {() => void} work
 */
async function turn(baton, task, role, actor, work) {
  await orThrow(baton.startTurn(task, { role, actor }));
  work();
  const { revision } = await orThrow(baton.handOff(task, { role, actor }));
  say(
    `${role} (${actor}) handed off; the record is at revision ${revision}; git says: ${git('status', '--short') || 'clean'}`,
  );
}

/** @param {import('@batonkit/core').Result<unknown, import('@batonkit/core').Failure>} answer */
function refused(answer) {
  if (answer.isOk()) throw new Error('The example expected a refusal.');
  say(`refused (${answer.error.code}): ${answer.error.message}`);
}

/** @param {string} title */
function step(title) {
  console.log(`\n${title}`);
}

/** @param {string} line */
function say(line) {
  console.log(`  ${line}`);
}
