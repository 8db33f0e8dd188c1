import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createShop, taskFile } from '../scratch-shop.fixture.ts';

test('settings say where things are, in JSON or as a module; the command line wins', async () => {
  const shop = createShop();
  const { directory, write, ask, git } = shop;
  write('work/one.yaml', taskFile('TASK-9'));
  write(
    'batonkit.config.json',
    JSON.stringify({ taskFile: 'work/one.yaml', store: '.batonkit', roles: ['writer', 'editor'] }),
  );
  expect((await ask('init', 'TASK-9')).success).toBe(true);
  expect(existsSync(join(directory, '.batonkit', 'TASK-9'))).toBe(true);
  expect((await ask('status', 'TASK-9')).data).toMatchObject({ roles: [{ role: 'writer' }, { role: 'editor' }] });
  expect((await ask('status', 'TASK-9', '--store', '.agent-output')).error?.code).toBe('ContextNotFound');
  expect((await ask('init', 'TASK-8', '--task-file', 'work/none.yaml')).error?.message).toContain('work/none.yaml');

  git('rm', '-q', '--cached', '-r', '--ignore-unmatch', 'batonkit.config.json');
  write('batonkit.config.json', '{ "store": ');
  expect((await ask('list')).error).toMatchObject({ code: 'InvalidConfig' });
  write('batonkit.config.json', '{ "stroe": "x" }');
  expect((await ask('list')).error?.message).toMatch(/batonkit\.config\.json: .*stroe/);
});

test('a module may compute its settings, and a store may be in git refs', async () => {
  const shop = createShop();
  shop.write(
    'batonkit.config.mjs',
    `export default { store: ['g', 'it'].join(''), taskFile: 'tasks/{id}.task.yaml' };\n`,
  );
  expect((await shop.ask('init', 'TASK-1')).success).toBe(true);
  expect(shop.git('for-each-ref', 'refs/batonkit/tasks')).toContain('refs/batonkit/tasks/TASK-1');
  expect((await shop.ask('list')).data).toEqual({ tasks: [{ taskId: 'TASK-1', revision: 1 }] });
});

test('classify goes by the risk rules that the settings name', async () => {
  const { write, ask } = createShop();
  write('batonkit.config.json', '{ "riskRules": "risk.yaml" }');
  write('risk.yaml', 'version: 1\nlevels:\n  HIGH: []\n  MEDIUM: []\n  LOW: ["**"]\n');
  await ask('init', 'TASK-1');
  await ask('claim', 'TASK-1', '--session', 'run-1');
  const { data } = await ask('classify', 'TASK-1', '--session', 'run-1');
  expect(data).toMatchObject({ level: 'LOW' });
});

test('a linked working tree shares the store of its repository, and a subdirectory is part of it', async () => {
  const shop = createShop();
  await shop.baton(['init', 'TASK-1']);
  shop.git('worktree', 'add', '-q', '../linked-of-shop', '-b', 'other');
  try {
    const { stdout } = await shop.baton(['list', '-C', '../linked-of-shop/src']);
    expect(stdout).toContain('TASK-1');
    const attached = await shop.ask('attach-evidence', 'TASK-1', 'rule', 'global.md', '-C', 'standards');
    expect(attached.success).toBe(true);
    const { data } = await shop.ask('get', 'TASK-1');
    expect(data.record).toMatchObject({ evidence: [{ path: 'standards/global.md' }] });
  } finally {
    shop.git('worktree', 'remove', '--force', '../linked-of-shop');
  }
});

test('a linked working tree goes by the settings of the main one, which may not even be committed', async () => {
  const shop = createShop();
  shop.write('batonkit.config.json', '{ "store": "git" }');
  await shop.baton(['init', 'TASK-1']);
  shop.git('worktree', 'add', '-q', '../linked-settings', '-b', 'other');
  try {
    expect((await shop.ask('list', '-C', '../linked-settings')).data).toMatchObject({ tasks: [{ taskId: 'TASK-1' }] });
  } finally {
    shop.git('worktree', 'remove', '--force', '../linked-settings');
  }
});

test('a repository is reached through a link as it is directly, by -C and by whole paths', async () => {
  const shop = createShop();
  shop.write('tasks.md', '### Task 1.1: Log in\n**Why:** Plan 1\n');
  const link = `${shop.directory}-link`;
  symlinkSync(shop.directory, link);
  try {
    expect((await shop.ask('context', 'tasks.md', '1.1', '-C', link)).error).toBeNull();
    expect((await shop.ask('context', join(link, 'tasks.md'), '1.1')).error).toBeNull();
    expect((await shop.ask('context', '../tasks.md', '1.1', '-C', link)).error?.code).toBe('PathEscapesRoot');
  } finally {
    rmSync(link);
  }
});

test('an empty variable says nothing about who acts', async () => {
  const shop = createShop();
  const env = { PATH: process.env.PATH, BATON_ACTOR: '', BATON_SESSION: '', BATON_STORE: '' };
  expect((await shop.baton(['init', 'TASK-1'], { env })).code).toBe(0);
  const { data } = await shop.ask('get', 'TASK-1');
  expect(data.record).toMatchObject({ created_by: expect.stringMatching(/./) as string });
});

test('a store in PostgreSQL that is not there is a failure, not an exception', async () => {
  const shop = createShop({ isRepository: false });
  const env = { PATH: process.env.PATH, STORE: 'postgres://nobody@127.0.0.1:1/none' };
  const { code, stderr } = await shop.baton(['list', '--store', 'env:STORE'], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: /);
});
