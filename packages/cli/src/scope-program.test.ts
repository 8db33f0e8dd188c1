import { spawnSync } from 'node:child_process';
import type { Warning } from '@batonkit/core';
import { expect, test } from 'vitest';
import { type Answer, createShop, type Shop, taskFile } from './scratch-shop.fixture.ts';

// The program as it is published; `npm test` builds it first.
const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;
const env = { ...process.env, BATON_ACTOR: 'ada' };

function run(shop: Shop, ...argv: string[]): { readonly status: number | null; readonly answer: Answer } {
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, ...argv, '--json'], {
    cwd: shop.directory,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, answer: JSON.parse(stdout || 'null') as Answer };
}

/** A shop whose task has this scope, with an implementer at work who changed some files. */
function atWork(scope: string, changed: readonly string[], given: { readonly config?: object } = {}): Shop {
  const shop = createShop();
  const task = taskFile('TASK-1').replace('{ in: [src/**], out: [docs/**] }', scope);
  shop.write('tasks/TASK-1.task.yaml', task);
  if (given.config !== undefined) shop.write('batonkit.config.json', JSON.stringify(given.config));
  expect(run(shop, 'init', 'TASK-1').status).toBe(0);
  expect(run(shop, 'start', 'TASK-1', 'implementer').status).toBe(0);
  for (const path of changed) shop.write(path, `changed ${path}\n`);
  return shop;
}

/** The changed files that a hand-off calls out of scope. */
function outOfScope({ answer }: ReturnType<typeof run>): readonly string[] {
  const told = (answer.data.warnings as readonly Warning[]).filter(({ code }) => code === 'OutOfScope');
  return told.flatMap(({ message }) => message.split(': ').at(-1)?.split(', ') ?? []);
}

const CHANGED = ['README.md', 'docs/a.md', 'src/gen/kept.js', 'src/gen/made.js', 'src/login.js'];

test.each([
  ['{ in: ["src/**", "!src/gen/**"] }', ['README.md', 'docs/a.md', 'src/gen/kept.js', 'src/gen/made.js']],
  ['{ in: ["!src/gen/**", "src/**"] }', ['README.md', 'docs/a.md']],
  ['{ in: ["src/**", "!src/gen/", src/gen/kept.js] }', ['README.md', 'docs/a.md', 'src/gen/made.js']],
  ['{ in: ["!src/gen/**"] }', CHANGED],
  ['{ out: [src/gen/**] }', ['src/gen/kept.js', 'src/gen/made.js']],
  ['{ in: [src, docs], out: [docs] }', ['README.md', 'docs/a.md']],
  ['{ in: [src/gen/kept.js], out: [src/gen] }', CHANGED],
  ['{ in: ["**"], out: ["the login itself", "*.md"] }', ['README.md', 'docs/a.md']],
])('the scope %s leaves out what it should', (scope, expected) => {
  // The task file is changed as well, and committed so that only the rest counts.
  const shop = atWork(scope, CHANGED);
  shop.git('checkout', '-q', '--', 'tasks');
  expect(outOfScope(run(shop, 'hand-off', 'TASK-1', 'implementer'))).toEqual(expected);
});

test('a hand-off out of scope is refused by flag and by configuration, and nothing loosens that', () => {
  const flagged = atWork('{ in: [src/**, tasks], out: [src/gen] }', ['src/gen/made.js']);
  const refused = run(flagged, 'hand-off', 'TASK-1', 'implementer', '--out-of-scope', 'fail');
  expect([refused.status, refused.answer.error?.code]).toEqual([4, 'Rejected']);
  expect(JSON.stringify(refused.answer.error)).toContain('src/gen/made.js');
  expect(run(flagged, 'snapshot', 'TASK-1', 'implementer', '--out-of-scope', 'fail').status).toBe(4);
  expect(run(flagged, 'hand-off', 'TASK-1', 'implementer').status).toBe(0);

  const strict = atWork('{ in: [src/**, tasks] }', ['notes.md'], { config: { outOfScope: 'fail' } });
  strict.git('add', 'batonkit.config.json');
  expect(run(strict, 'hand-off', 'TASK-1', 'implementer').status).toBe(4);
  expect(run(strict, 'hand-off', 'TASK-1', 'implementer', '--out-of-scope', 'warn').status).toBe(4);
});

test.each([
  ['ten stars', 'src/*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(200)],
  ['200 stars', `src/${'*a'.repeat(200)}*b`, 'a'.repeat(240)],
  ['200 globstars', `${'**/'.repeat(200)}*a*b`, 'a'.repeat(200)],
  ['60 choices', `src/${'{a,aa}'.repeat(60)}b`, 'a'.repeat(120)],
])('init ends soon on a scope with %s', (_, pattern, name) => {
  const shop = createShop();
  shop.write(`src/${name}`, '');
  shop.write(
    'tasks/TASK-1.task.yaml',
    taskFile('TASK-1').replace('{ in: [src/**], out: [docs/**] }', JSON.stringify({ in: [pattern], out: [pattern] })),
  );
  const started = performance.now();
  const { status } = run(shop, 'init', 'TASK-1');
  expect(status).toBe(0);
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('a negation that YAML reads as a tag is refused, not dropped', () => {
  const shop = createShop();
  shop.write(
    'tasks/TASK-1.task.yaml',
    taskFile('TASK-1').replace('{ in: [src/**], out: [docs/**] }', '\n  in:\n    - src/**\n    - !src/gen/**'),
  );
  const { status, answer } = run(shop, 'init', 'TASK-1');
  expect([status, answer.error?.code]).toEqual([1, 'CaptureIncomplete']);
  expect(answer.error?.message).toMatch(/quotes/);
});
