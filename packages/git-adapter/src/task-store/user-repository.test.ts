import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createGitRefTaskStore } from './git-ref-task-store.ts';

let user: ScratchRepository;
beforeEach(() => (user = ScratchRepository.create({ 'a.txt': 'one\n' })));
afterEach(() => user.close());

let operations = 0;
const commitOf = (expected: number, body: string | null, artifacts: string[] = []) => ({
  id: 'TASK-1',
  expected,
  operationId: `op-${(operations += 1)}`,
  body,
  audit: [`revision ${expected + 1}`],
  artifacts,
});
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Everything of the user's but objects and our own refs. */
const visibleState = () => ({
  head: readFileSync(join(user.root, '.git', 'HEAD'), 'latin1'),
  index: readFileSync(join(user.root, '.git', 'index'), 'latin1'),
  config: readFileSync(join(user.root, '.git', 'config'), 'latin1'),
  refs: user.git('for-each-ref', 'refs/heads', 'refs/tags', 'refs/remotes', 'refs/stash'),
  reflog: user.git('reflog'),
  status: user.git('status', '--porcelain'),
  fetchHead: existsSync(join(user.root, '.git', 'FETCH_HEAD')),
});

test('index, HEAD, branches, reflogs and files stay as they are, and no hook or reflog setting of the user has a say', async () => {
  user.git('config', 'core.logAllRefUpdates', 'always');
  user.git('config', 'core.fsync', 'none');
  mkdirSync(join(user.root, '.git', 'hooks'), { recursive: true });
  writeFileSync(join(user.root, '.git', 'hooks', 'reference-transaction'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  user.write('a.txt', 'dirty\n');
  user.write('untracked.txt', 'new\n');
  const before = visibleState();
  const store = createGitRefTaskStore({ directory: user.root });
  const sha = await orThrow(store.putArtifact('TASK-1', bytesOf('artifact')));
  await orThrow(store.commit(commitOf(0, 'body', [sha])));
  await orThrow(store.commit(commitOf(1, null)));
  await orThrow(store.sweep({ olderThanMs: 0 }));
  expect(visibleState()).toEqual(before);
  expect(existsSync(join(user.root, '.git', 'logs', 'refs', 'batonkit'))).toBe(false);
  expect(user.git('for-each-ref', '--format=%(refname)', 'refs/batonkit')).toBe('refs/batonkit/tasks/TASK-1');
});

test('linked working trees share their tasks; a directory deep inside will do', async () => {
  const linked = user.at(join(user.parent, 'linked'));
  user.git('worktree', 'add', '-q', linked.root, '-b', 'other');
  linked.write('deep/er/file.txt', '');
  await orThrow(createGitRefTaskStore({ directory: join(linked.root, 'deep', 'er') }).commit(commitOf(0, 'shared')));
  const store = createGitRefTaskStore({ directory: user.root });
  expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 1, body: 'shared' });
});

test.each([
  { kind: 'a bare repository', init: ['--bare'] },
  { kind: 'SHA-256 object ids', init: ['--object-format=sha256'] },
  { kind: 'a repository without a commit', init: [] },
])('works with $kind', async ({ init }) => {
  const directory = join(user.parent, 'made');
  user.git('init', '-q', ...init, directory);
  const store = createGitRefTaskStore({ directory });
  const sha = await orThrow(store.putArtifact('TASK-1', bytesOf('artifact')));
  await orThrow(store.commit(commitOf(0, 'one', [sha])));
  await orThrow(store.commit(commitOf(1, 'two', [sha])));
  expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 2, body: 'two' });
  expect(new Uint8Array(await orThrow(store.getArtifact('TASK-1', sha)))).toEqual(bytesOf('artifact'));
  expect(user.gitIn({ cwd: directory }, 'fsck', '--strict', '--no-dangling')).toBe('');
});

test('git finds nothing wrong, and its harshest gc takes nothing that is needed', async () => {
  const store = createGitRefTaskStore({ directory: user.root });
  const live = await orThrow(store.putArtifact('TASK-1', bytesOf('live')));
  const waiting = await orThrow(store.putArtifact('TASK-1', bytesOf('waiting')));
  const body = 'NUL \0, BOM \uFEFF, CR \r\n and \u{1F469}';
  await orThrow(store.commit({ ...commitOf(0, body, [live]), audit: ['\0', '"quoted', ''] }));
  await orThrow(store.commit({ ...commitOf(1, body, [live]), audit: ['second'] }));
  user.git('gc', '--quiet', '--prune=now');
  user.git('reflog', 'expire', '--expire=now', '--all');
  user.git('gc', '--quiet', '--prune=now');
  expect(user.git('fsck', '--strict')).toBe('');
  expect(existsSync(join(user.root, '.git', 'refs', 'batonkit', 'tasks', 'TASK-1'))).toBe(false); // It is packed now.
  expect(await orThrow(store.read('TASK-1'))).toEqual({ revision: 2, body });
  expect(await orThrow(store.readAudit('TASK-1', { afterRevision: 0, limit: 9 }))).toEqual([
    { revision: 1, lines: ['\0', '"quoted', ''] },
    { revision: 2, lines: ['second'] },
  ]);
  await orThrow(store.commit(commitOf(2, 'three', [live, waiting])));
  expect(new Uint8Array(await orThrow(store.getArtifact('TASK-1', waiting)))).toEqual(bytesOf('waiting'));
});

test('what was replaced or purged is gone after a gc, while its audit stays', async () => {
  const store = createGitRefTaskStore({ directory: user.root });
  const sha = await orThrow(store.putArtifact('TASK-1', bytesOf('an old diff')));
  await orThrow(store.commit(commitOf(0, 'replaced body', [sha])));
  await orThrow(store.commit(commitOf(1, 'purged body', [sha])));
  const blobs = ['replaced body', 'purged body', 'an old diff'].map((text) =>
    user.gitIn({ input: Buffer.from(text) }, 'hash-object', '--stdin'),
  );
  const present = () =>
    blobs.map((blob) => user.gitIn({ input: Buffer.from(`${blob}\n`) }, 'cat-file', '--batch-check').includes('blob'));
  expect(present()).toEqual([true, true, true]);
  await orThrow(store.commit(commitOf(2, null)));
  await orThrow(store.sweep({ olderThanMs: 0 }));
  user.git('gc', '--quiet', '--prune=now');
  expect(present()).toEqual([false, false, false]);
  const audit = await orThrow(store.readAudit('TASK-1', { afterRevision: 0, limit: 9 }));
  expect(audit.map(({ lines }) => lines)).toEqual([['revision 1'], ['revision 2'], ['revision 3']]);
});

test('a program that has used the store ends by itself', () => {
  const program = `
    import { createGitRefTaskStore } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
    const read = await createGitRefTaskStore({ directory: ${JSON.stringify(user.root)} }).read('TASK-1');
    console.log(JSON.stringify(read.unwrapOr(null)));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 });
  expect(output.toString()).toBe('{"revision":0,"body":null}\n');
});

test('people read the history with git log', async () => {
  const store = createGitRefTaskStore({ directory: user.root });
  await orThrow(store.commit(commitOf(0, 'one')));
  await orThrow(store.commit(commitOf(1, 'two')));
  expect(user.git('log', '--format=%s', 'refs/batonkit/tasks/TASK-1').split('\n')).toEqual([
    'TASK-1 revision 2',
    'TASK-1 revision 1',
  ]);
  expect(user.git('show', 'refs/batonkit/tasks/TASK-1:body')).toBe('two');
});
