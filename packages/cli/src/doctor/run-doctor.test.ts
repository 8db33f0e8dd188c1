import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { createGitWorktree, listKeptTrees } from '@batonkit/git-adapter';
import { orThrow } from '@batonkit/core';
import { expect, test } from 'vitest';
import { createShop, taskFile, type Shop } from '../scratch-shop.fixture.ts';

interface Findings {
  readonly healthy: boolean;
  readonly findings: readonly {
    readonly check: string;
    readonly verdict: string;
    readonly detail: string;
    readonly repair: string | null;
  }[];
}

async function examine({ ask }: Shop): Promise<Findings> {
  return (await ask('doctor')).data as unknown as Findings;
}

const listFiles = (directory: string): string =>
  execFileSync('find', ['.', '-path', './.git/index', '-prune', '-o', '-printf', '%p %s %T@\n'], {
    cwd: directory,
    encoding: 'utf8',
  });

test('a repository without a commit or a store is told what comes first', async () => {
  const shop = createShop({ isRepository: false });
  shop.git('init', '-q');
  const { code, stdout } = await shop.baton(['doctor']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/note +repository +.* has no commit yet\.\n +Make a first commit/);
  expect(stdout).toMatch(/ok +store +.*\.agent-output, not made yet\n/);
  expect(stdout).toMatch(/ok +snapshots +none kept\n/);
});

test('leftovers of killed writers and snapshots of purged tasks are told, and go only with --fix', async () => {
  const shop = createShop();
  const { baton, directory, write } = shop;
  await baton(['init', 'TASK-1']);
  expect(await examine(shop)).toMatchObject({ healthy: true });
  const store = join(directory, '.agent-output');
  const long = new Date(Date.now() - 3 * 60 * 60 * 1000);
  const lock = join(store, 'TASK-1', 'lock');
  mkdirSync(lock);
  utimesSync(lock, long, long);
  const leftover = join(store, 'TASK-1', 'tmp', 'revision-left');
  mkdirSync(join(store, 'TASK-1', 'tmp'), { recursive: true });
  writeFileSync(leftover, 'half a rev');
  utimesSync(leftover, long, long);

  write('tasks/TASK-2.yaml', taskFile('TASK-2'));
  await baton(['init', 'TASK-2']);
  await baton(['start', 'TASK-2', 'implementer']);
  await baton(['hand-off', 'TASK-2', 'implementer']);
  const [kept] = await orThrow(listKeptTrees({ directory }));
  await baton(['purge', 'TASK-2']);
  const worktree = createGitWorktree({ directory });
  // As if the purge had been cut off before it dropped the snapshot, and one of a task of another store.
  const { tree } = await orThrow(worktree.capture({ base: 'HEAD' }));
  await orThrow(worktree.keep(kept?.name ?? '', tree));
  await orThrow(worktree.keep(`STRANGER-1/${tree}`, tree));

  const before = listFiles(directory);
  const { code, stdout } = await baton(['doctor']);
  expect(code).toBe(0);
  expect(stdout).toContain('With --fix, baton would\n  - remove 1 empty lock directory\n');
  expect(stdout).toMatch(/note +snapshots +This store does not know STRANGER-1/);
  // No text suggests what cannot be taken back.
  expect(stdout).not.toContain('baton purge');
  expect(listFiles(directory)).toBe(before);

  const fixed = await baton(['doctor', '--fix']);
  const said = fixed.stdout.indexOf('About to\n  - remove 1 empty lock directory');
  expect(said).toBeGreaterThan(0);
  expect(fixed.stdout.indexOf('done: remove 1 empty lock directory: 1 of 1 removed')).toBeGreaterThan(said);
  expect([existsSync(lock), existsSync(leftover)]).toEqual([false, false]);
  expect((await orThrow(listKeptTrees({ directory }))).map(({ name }) => name)).toEqual([`STRANGER-1/${tree}`]);
  expect((await baton(['get', 'TASK-1'])).code).toBe(0);
});

test('a record that cannot be read and a stale citation are problems that nothing repairs', async () => {
  const shop = createShop();
  const { baton, directory, write } = shop;
  for (const id of ['TASK-2', 'TASK-3']) write(`tasks/${id}.yaml`, taskFile(id));
  for (const id of ['TASK-1', 'TASK-2', 'TASK-3']) await baton(['init', id]);
  write('standards/global.md', '# Rules\n\n## Input\n\nTrust everybody.\n');
  const revisions = join(directory, '.agent-output', 'TASK-3', 'revisions');
  const [first = ''] = readdirSync(revisions);
  const text = readFileSync(join(revisions, first), 'utf8');
  writeFileSync(join(revisions, first), text.replace('Fix login', 'Fix logout'));
  const { healthy, findings } = await examine(shop);
  expect(healthy).toBe(false);
  const problems = findings.filter(({ verdict }) => verdict === 'problem');
  expect(problems.map(({ check, detail }) => `${check} ${/TASK-\d/.exec(detail)?.[0] ?? ''}`)).toEqual(
    expect.arrayContaining(['records TASK-3']),
  );
  expect(problems.filter(({ check }) => check === 'citations')).toHaveLength(2);
  expect(problems.every(({ repair }) => repair === null)).toBe(true);
  const { code, stdout } = await baton(['doctor', '--fix']);
  expect(code).toBe(1);
  expect(stdout).toContain('There is nothing that can be repaired without a person.');
  expect(stdout).toContain('baton rebuild TASK-1 captures the standards as they are now.');
});

test('an audit that does not lead to its record is a problem', async () => {
  const shop = createShop();
  await shop.baton(['init', 'TASK-1']);
  const tasks = createFsTaskStore({ root: join(shop.directory, '.agent-output') });
  const { body } = await orThrow(tasks.read('TASK-1'));
  const [{ lines = [] } = {}] = await orThrow(tasks.readAudit('TASK-1', { afterRevision: 0, limit: 1 }));
  await orThrow(
    tasks.commit({ id: 'TASK-1', expected: 1, operationId: 'forged', body, audit: [...lines], artifacts: [] }),
  );
  const { healthy, findings } = await examine(shop);
  expect(healthy).toBe(false);
  expect(findings.find(({ verdict }) => verdict === 'problem')).toMatchObject({ check: 'audit' });
});

test('outside a repository it says so', async () => {
  const { healthy, findings } = await examine(createShop({ isRepository: false }));
  expect(healthy).toBe(false);
  expect(findings.find(({ check }) => check === 'repository')).toMatchObject({ verdict: 'problem' });
});
