import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GitWorktree, orThrow } from '@batonkit/core';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGitWorktree } from '../create-git-worktree.ts';
import { listKeptTrees } from './list-kept-trees.ts';
import { createNativeWorktree } from './native-worktree.ts';
import { ScratchRepository } from './scratch-repository.fixture.ts';

let repository: ScratchRepository;
let worktree: GitWorktree;
const packs = (): string => join(repository.root, '.git', 'batonkit', 'snapshots.git', 'objects', 'pack');
const base = (): string => repository.git('rev-parse', 'HEAD');
const text = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('latin1');

beforeEach(() => {
  repository = ScratchRepository.create({ 'a.txt': 'one\n', 'dir/b.txt': 'two\n' });
  worktree = createNativeWorktree({ directory: repository.root });
});

afterEach(() => repository.close());

describe('stored trees', () => {
  test('git itself finds the stored packs sound', async () => {
    repository.write('dir/new.txt', 'x'.repeat(100_000));
    repository.write('empty', '');
    const { tree } = await orThrow(worktree.capture({ base: base() }));
    const index = readdirSync(packs()).find((file) => file.endsWith('.idx')) ?? '';
    const report = repository.gitIn({}, 'verify-pack', '-v', join(packs(), index));
    expect(report).toContain(`${tree} tree`);
    expect(report).toMatch(/: ok$/);
  });

  test('nothing is added when nothing changed', async () => {
    repository.write('a.txt', 'changed\n');
    await orThrow(worktree.capture({ base: base() }));
    const before = readdirSync(packs());
    for (let round = 0; round < 3; round += 1) await orThrow(worktree.capture({ base: base() }));
    await orThrow(createNativeWorktree({ directory: repository.root }).capture({ base: base() }));
    expect(readdirSync(packs())).toEqual(before);
  });

  test('the user may collect garbage: files that were only staged, new or later undone are not lost', async () => {
    repository.write('a.txt', 'only staged\n');
    repository.git('add', 'a.txt');
    repository.write('new.txt', 'never staged\n');
    const first = base();
    const { tree } = await orThrow(worktree.capture({ base: first }));
    await orThrow(worktree.keep('T/1', tree));
    repository.git('commit', '-q', '-m', 'committed, then undone');
    repository.git('reset', '-q', '--hard', 'HEAD~1');
    repository.remove('new.txt');
    repository.git('reflog', 'expire', '--expire=now', '--all');
    repository.git('gc', '-q', '--prune=now');
    expect(text(await orThrow(worktree.readBlob(tree, 'a.txt')))).toBe('only staged\n');
    expect(text(await orThrow(worktree.readBlob(tree, 'new.txt')))).toBe('never staged\n');
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    repository.git('gc', '-q', '--prune=now');
    expect((await orThrow(worktree.diff(first, tree))).files.map(({ path }) => path)).toEqual(['a.txt', 'new.txt']);
    expect((await orThrow(worktree.materialize(tree, join(repository.parent, 'out')))).files).toBe(3);
  });

  test('a base that the user gave up for good is kept by a sweep before that', async () => {
    repository.write('a.txt', 'second\n');
    repository.git('commit', '-q', '-a', '-m', 'second');
    const doomed = base();
    repository.write('dir/b.txt', 'on top\n');
    const { tree } = await orThrow(worktree.capture({ base: doomed }));
    await orThrow(worktree.keep('T/1', tree));
    repository.git('reset', '-q', '--hard', 'HEAD~1');
    await orThrow(worktree.sweep({ olderThanMs: 3_600_000 }));
    repository.git('reflog', 'expire', '--expire=now', '--all');
    repository.git('gc', '-q', '--prune=now');
    expect(() => repository.git('cat-file', '-e', doomed)).toThrow();
    expect(text(await orThrow(worktree.readBlob(tree, 'a.txt')))).toBe('second\n');
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    expect(text(await orThrow(worktree.readBlob(tree, 'a.txt')))).toBe('second\n');
    await orThrow(worktree.drop('T/'));
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    expect(readdirSync(packs())).toEqual([]);
  });

  test("a file of 20 MB is stored and read without being held twice, and its tree is git's", async () => {
    const large = Buffer.alloc(20 * 1024 * 1024, 'some text that compresses well\n');
    large.writeUInt32BE(0xdeadbeef, 12_345_678);
    repository.write('large.bin', large);
    const { tree, changed } = await orThrow(worktree.capture({ base: base() }));
    expect(tree).toBe(repository.oracleTree());
    expect(changed[0]?.size).toBe(large.length);
    expect(Buffer.from((await orThrow(worktree.readBlob(tree, 'large.bin'))) ?? []).equals(large)).toBe(true);
  });

  test('many captures are joined into few packs', async () => {
    for (let round = 0; round < 45; round += 1) {
      repository.write('a.txt', `round ${round}\n`);
      const { tree } = await orThrow(worktree.capture({ base: base() }));
      if (round % 20 === 0) await orThrow(worktree.keep(`round-${round}`, tree));
    }
    expect(readdirSync(packs()).filter((file) => file.endsWith('.pack')).length).toBeLessThanOrEqual(41);
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    expect(readdirSync(packs()).filter((file) => file.endsWith('.pack'))).toHaveLength(1);
  }, 60_000);

  test.each(['native', 'isomorphic'] as const)('a foreign file among the names is left alone: %s', async (engine) => {
    const opened = createGitWorktree({ directory: repository.root, engine });
    repository.write('a.txt', 'kept\n');
    const { tree } = await orThrow(opened.capture({ base: base() }));
    await orThrow(opened.keep('T/1', tree));
    const names = join(packs(), '..', '..', 'refs', 'batonkit');
    for (const foreign of ['%zz', 'k-%zz', 'main']) writeFileSync(join(names, foreign), `${base()}\n`);
    await orThrow(opened.sweep({ olderThanMs: 0 }));
    expect(await orThrow(listKeptTrees({ directory: repository.root }))).toEqual([{ name: 'T/1', tree }]);
    expect(await orThrow(opened.drop(''))).toEqual({ dropped: 1 });
    expect(readdirSync(names).sort()).toEqual(['%zz', 'k-%zz', 'main']);
  });

  test('all linked working trees share one store, each with its own state', async () => {
    repository.git('worktree', 'add', '-q', '-b', 'other', '../linked');
    const linked = repository.at(join(repository.parent, 'linked'));
    const other = createNativeWorktree({ directory: linked.root });
    linked.write('a.txt', 'linked\n');
    repository.write('a.txt', 'main\n');
    const [mine, theirs] = [
      await orThrow(worktree.capture({ base: base() })),
      await orThrow(other.capture({ base: base() })),
    ];
    expect([mine.branch, theirs.branch]).toEqual(['main', 'other']);
    expect(other.id).not.toBe(worktree.id);
    expect((await orThrow(worktree.diff(mine.tree, theirs.tree))).files).toEqual([
      { path: 'a.txt', mode: '100644', added: 1, removed: 1 },
    ]);
  });

  test('a capture that is killed leaves the repository as it was, and what it left is swept', async () => {
    const bundle = join(repository.parent, 'native.mjs');
    const entry = fileURLToPath(new URL('./index.ts', import.meta.url));
    await build({
      entryPoints: [entry],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: bundle,
      conditions: ['@batonkit/source'],
      logLevel: 'silent',
    });
    const program = join(repository.parent, 'capture.mjs');
    writeFileSync(
      program,
      `import { createNativeWorktree } from './native.mjs';
const worktree = createNativeWorktree({ directory: process.argv[2] });
for (;;) { process.stdout.write('.'); await worktree.capture({ base: 'HEAD' }); }`,
    );
    for (let index = 0; index < 40; index += 1)
      repository.write(`large-${index}`, Buffer.alloc(300_000, `${index} text\n`));
    const before = repository.hashGitDirectory();
    for (const wait of [30, 80, 150, 250]) {
      repository.write('large-0', `killed after ${wait}`);
      const child = spawn(process.execPath, [program, repository.root], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, wait));
      child.kill('SIGKILL');
      await once(child, 'close');
      expect(repository.hashGitDirectory()).toBe(before);
    }
    const { tree } = await orThrow(worktree.capture({ base: base() }));
    expect(tree).toBe(repository.oracleTree());
    const leftovers = (): string[] => readdirSync(packs()).filter((file) => file.startsWith('tmp_'));
    const longAgo = new Date(Date.now() - 3_700_000);
    for (const file of leftovers()) utimesSync(join(packs(), file), longAgo, longAgo);
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    expect(leftovers()).toEqual([]);
  }, 60_000);

  test('what a process that cannot be seen from here may still be writing is swept after an hour, not before', async () => {
    repository.write('a.txt', 'changed\n');
    await orThrow(worktree.capture({ base: base() }));
    const store = join(packs(), '..', '..');
    const unseen = 2 ** 22 + 1; // Greater than any process number of Linux.
    const files = [packs(), join(store, 'refs', 'batonkit'), join(store, 'captures'), store].map((folder) =>
      join(folder, `tmp_${unseen}_0123456789abcdef.pack`),
    );
    const age = (minutes: number): void => {
      const at = new Date(Date.now() - minutes * 60_000);
      for (const file of files) utimesSync(file, at, at);
    };
    for (const file of files) writeFileSync(file, 'PACK');
    age(55);
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    expect(files.filter((file) => existsSync(file))).toEqual(files);
    age(65);
    await orThrow(worktree.sweep({ olderThanMs: 0 }));
    expect(files.filter((file) => existsSync(file))).toEqual([]);
  });

  test('two captures of one state by two instances, with a sweep between, all answer a readable tree', async () => {
    repository.write('a.txt', 'contested\n');
    const second = createNativeWorktree({ directory: repository.root });
    const [one, , two] = await Promise.all([
      orThrow(worktree.capture({ base: base() })),
      orThrow(second.sweep({ olderThanMs: 60_000 })),
      orThrow(second.capture({ base: base() })),
    ]);
    expect(one.tree).toBe(two.tree);
    expect(text(await orThrow(worktree.readBlob(one.tree, 'a.txt')))).toBe('contested\n');
    expect(statSync(packs()).isDirectory()).toBe(true);
  });
});
