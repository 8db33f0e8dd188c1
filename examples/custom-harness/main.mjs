// A harness of your own: three programs take turns in a real repository. The first validator fails, the second run goes on from there.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTask, orThrow } from '@batonkit/core';
import { openBaton, runHarness } from './harness.mjs';

const directory = mkdtempSync(join(tmpdir(), 'batonkit-harness-'));
const say = (/** @type {string} */ line) => console.log(line);
/**
 * @param {string} actor
 * @param {string} code
 * @returns {{ actor: string; command: [string, ...string[]] }}
 */
const agent = (actor, code) => ({ actor, command: [process.execPath, '--input-type=module', '--eval', code] });
const write = (/** @type {string} */ text) => `
  import { readFileSync, writeFileSync } from 'node:fs';
  const { task_snapshot } = JSON.parse(readFileSync(0, 'utf8'));
  writeFileSync('greet.mjs', ${JSON.stringify(text)});
  console.log('worked on: ' + task_snapshot.title);`;
const check = `
  import { greet } from './greet.mjs';
  if (greet('Ada') !== 'Hello, Ada!') { console.error('greet says ' + greet('Ada')); process.exit(1); }
  console.log('greets as it should');`;

try {
  prepare();
  await orThrow(openBaton(directory).contexts.init('TASK-1', { actor: 'harness', immutable: description() }));
  const implementer = agent('claude', write('export const greet = (name) => "Hello " + name;\n'));
  const reviewer = agent('codex', write('export const greet = (name) => `Hello, ${name}`;\n'));
  const validator = agent('ci', check);
  say(await runHarness({ directory, taskId: 'TASK-1', agents: { implementer, reviewer, validator }, say }));

  say('\nThe reviewer works again; what it changed is proven, so the validator can trust it.');
  const again = agent('codex', write('export const greet = (name) => `Hello, ${name}!`;\n'));
  say(await runHarness({ directory, taskId: 'TASK-1', agents: { reviewer: again, validator }, say }));

  const { trailers } = await orThrow(openBaton(directory).deltas.attribute('TASK-1'));
  for (const trailer of trailers) say(trailer);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function prepare() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: directory });
  git('init', '--quiet');
  writeFileSync(join(directory, 'README.md'), '# Greetings\n');
  git('add', '--all');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', 'commit', '--quiet', '--message', 'Start');
}

function description() {
  return defineTask({
    title: 'Greet people by name',
    description: 'greet("Ada") says "Hello, Ada!".',
    scope: ['greet.mjs'],
    acceptanceCriteria: ['Ada is greeted'],
  });
}
