import nodeFs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNativeWorktree } from '../native/native-worktree.ts';
import { ScratchRepository } from '../native/scratch-repository.fixture.ts';
import { createIsomorphicWorktree } from './isomorphic-worktree.ts';
import type { WorktreeFs } from '../host/worktree-fs.ts';

let repository: ScratchRepository;
beforeEach(() => {
  repository = ScratchRepository.create({ 'a.txt': 'one\n' });
});
afterEach(() => repository.close());

/** The host's files, of which those that match may not be read. */
function forbidding(pattern: RegExp): WorktreeFs {
  const check = (path: unknown): void => {
    if (pattern.test(String(path))) throw Object.assign(new Error(`EACCES: ${String(path)}`), { code: 'EACCES' });
  };
  const { promises } = nodeFs;
  return {
    ...nodeFs,
    readFileSync: (path: string) => (check(path), nodeFs.readFileSync(path)),
    readdirSync: ((path: string, options: never) => (check(path), nodeFs.readdirSync(path, options))) as never,
    promises: {
      ...promises,
      readFile: async (path: string, options: never) => (check(path), promises.readFile(path, options)),
      readdir: async (path: string) => (check(path), promises.readdir(path)),
    },
  };
}

describe('what may not be read is not taken for what is not there', () => {
  const open = (pattern: RegExp) => createIsomorphicWorktree({ directory: repository.root, fs: forbidding(pattern) });
  const reasonOf = async (call: ReturnType<ReturnType<typeof open>['treeOf']>): Promise<string> => {
    const result = await call;
    return result.isErr() ? result.error.data.reason : result.value;
  };

  test('packed refs', async () => {
    repository.git('pack-refs', '--all');
    const head = await open(/packed-refs$/).head();
    expect(head.isErr() && head.error.data.reason).toBe('not-permitted');
    expect(await reasonOf(open(/packed-refs$/).treeOf('main'))).toBe('not-permitted');
    expect((await open(/nothing$/).head()).isOk()).toBe(true);
  });

  test('a ref by itself', async () => {
    expect(await reasonOf(open(/refs\/heads\/main$/).treeOf('main'))).toBe('not-permitted');
    expect(await reasonOf(open(/refs\/tags\/main$/).treeOf('main'))).toBe('not-permitted');
  });

  test('the objects that an abbreviated id may mean', async () => {
    const short = repository.git('rev-parse', '--short=10', 'HEAD');
    expect(await reasonOf(open(/nothing$/).treeOf(short))).toBe(repository.git('rev-parse', 'HEAD^{tree}'));
    expect(await reasonOf(open(new RegExp(`objects/${short.slice(0, 2)}$`)).treeOf(short))).toBe('not-permitted');
    repository.git('gc', '-q');
    expect(await reasonOf(open(/\.idx$/).treeOf(short))).toBe('not-permitted');
    expect(await reasonOf(open(/nothing$/).treeOf('0123456'))).toBe('unknown-commit');
  });
});

test('names mean what they mean to git', async () => {
  const commit = (name: string): void => {
    repository.write('a.txt', name);
    repository.git('commit', '-q', '-a', '-m', name);
  };
  const first = repository.git('rev-parse', 'HEAD');
  repository.git('tag', 'packed', first);
  repository.git('tag', '-a', '-m', 'annotated', 'v1', first);
  repository.git('update-ref', 'refs/remotes/origin/main', first);
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  repository.git('pack-refs', '--all');
  commit('second');
  repository.git('branch', 'packed');
  repository.git('branch', 'side/branch');
  repository.git('tag', 'loose');
  repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/side/branch');
  repository.git('fetch', '-q', '.', 'refs/tags/packed');
  const names = ['HEAD', 'FETCH_HEAD', 'main', 'heads/main', 'refs/heads/main', 'side/branch', 'alias', 'packed'];
  names.push('tags/packed', 'heads/packed', 'v1', 'loose', 'origin', 'origin/main', 'remotes/origin/main', first);
  names.push('nowhere', 'side', 'refs', 'refs/heads', 'packed-refs', 'config', 'objects', '../a.txt', '/etc/hosts');
  names.push('x'.repeat(300), 'logs/HEAD', '', '-x', 'a b', 'main/', 'main.lock');
  const [ours, gits] = [createIsomorphicWorktree, createNativeWorktree].map((create) =>
    create({ directory: repository.root }),
  );
  for (const name of names) {
    const [mine, theirs] = [await ours!.treeOf(name), await gits!.treeOf(name)];
    expect([name, mine.unwrapOr('unknown')]).toEqual([name, theirs.unwrapOr('unknown')]);
    expect([name, mine.isErr() && mine.error.data.reason]).toEqual([name, theirs.isErr() && theirs.error.data.reason]);
  }
});

test('a damaged ref, and one that leads to itself, are told', async () => {
  const worktree = createIsomorphicWorktree({ directory: repository.root });
  repository.git('pack-refs', '--all');
  for (const text of ['', 'ref: refs/heads/main\n', '0123\n']) {
    nodeFs.writeFileSync(join(repository.root, '.git', 'refs', 'heads', 'main'), text);
    const head = await worktree.head();
    expect(head.isErr() && [head.error.data.reason, head.error.message]).toEqual([
      'command-failed',
      expect.stringContaining('refs/heads/main'),
    ]);
  }
});
