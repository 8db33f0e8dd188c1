import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure, ResultAsync } from '@batonkit/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGitWorktree } from '../create-git-worktree.ts';
import { toFailure } from '../host/git-problem.ts';
import { fakeGit } from './fake-git.fixture.ts';
import { checkVersion } from './git-version.ts';
import { commandProblem } from './run-git.ts';
import { ScratchRepository } from './scratch-repository.fixture.ts';

let repository: ScratchRepository;

beforeEach(() => {
  repository = ScratchRepository.create();
});

afterEach(() => {
  vi.unstubAllEnvs();
  repository.close();
});

async function reasonOf(result: ResultAsync<unknown, Failure>): Promise<unknown> {
  const settled = await result;
  return settled.isOk() ? 'succeeded' : (settled.error.data as { reason?: string }).reason;
}

/** Every method that looks at the repository must give the same answer. */
async function reasonsIn(directory: string, storage?: string): Promise<unknown[]> {
  const worktree = createGitWorktree({ directory, engine: 'native', ...(storage !== undefined && { storage }) });
  return [await reasonOf(worktree.observe({ base: 'HEAD' })), await reasonOf(worktree.capture({ base: 'HEAD' }))];
}

describe('every reason of GitFailure', () => {
  test('not-a-repository', async () => {
    expect(await reasonsIn(repository.parent)).toEqual(['not-a-repository', 'not-a-repository']);
    expect(await reasonsIn(join(repository.parent, 'missing'))).toEqual(['not-a-repository', 'not-a-repository']);
  });

  test('no-commit', async () => {
    const fresh = repository.at(join(repository.parent, 'fresh'));
    fresh.git('init', '-q');
    expect(await reasonsIn(fresh.root)).toEqual(['no-commit', 'no-commit']);
    expect(await reasonOf(createGitWorktree({ directory: fresh.root }).head())).toBe('no-commit');
  });

  test('bare', async () => {
    const bare = repository.at(join(repository.parent, 'bare.git'));
    bare.git('init', '-q', '--bare');
    expect(await reasonsIn(bare.root)).toEqual(['bare', 'bare']);
  });

  test('unmerged', async () => {
    repository.git('checkout', '-q', '-b', 'side');
    repository.write('a.txt', 'side\n');
    repository.git('commit', '-q', '-a', '-m', 'side');
    repository.git('checkout', '-q', 'main');
    repository.write('a.txt', 'main\n');
    repository.git('commit', '-q', '-a', '-m', 'main');
    expect(() => repository.git('merge', '-q', 'side')).toThrow();
    expect(await reasonsIn(repository.root)).toEqual(['unmerged', 'unmerged']);
  });

  test('git-missing', async () => {
    vi.stubEnv('PATH', join(repository.parent, 'nothing'));
    expect(await reasonsIn(repository.root)).toEqual(['git-missing', 'git-missing']);
  });

  test('git-too-old', async () => {
    fakeGit(repository.parent, 'case " $* " in *" --version "*) echo "git version 2.29.3"; exit;; esac');
    expect(await reasonsIn(repository.root)).toEqual(['git-too-old', 'git-too-old']);
    for (const old of ['git version 1.8.3.1', 'git version 2.9.0']) expect(() => checkVersion(old)).toThrow(/too old/);
    for (const fine of ['git version 2.30.0', 'git version 2.39.5 (Apple Git-154)', 'git version 3.0.0.windows.1'])
      expect(() => checkVersion(fine)).not.toThrow();
  });

  test('unknown-commit', async () => {
    const worktree = createGitWorktree({ directory: repository.root });
    for (const base of ['f'.repeat(40), 'no-such-branch', '--all', '', 'a\nb', 'HEAD^{tree}'])
      expect([base, await reasonOf(worktree.observe({ base }))]).toEqual([base, 'unknown-commit']);
  });

  test('changed-meanwhile: a file that is written during every look, an index that is', async () => {
    repository.write('a.txt', 'edited\n');
    fakeGit(repository.parent, 'case "$*" in *" status "*) real "$@"; code=$?; echo more >> a.txt; exit $code;; esac');
    const worktree = createGitWorktree({ directory: repository.root });
    expect(await reasonOf(worktree.capture({ base: 'HEAD' }))).toBe('changed-meanwhile');
    expect(existsSync(join(repository.root, '.git', 'index.lock'))).toBe(false);
    fakeGit(repository.parent, 'case "$*" in *" status "*) touch .git/index;; esac');
    expect(await reasonOf(worktree.observe({ base: 'HEAD' }))).toBe('changed-meanwhile');
  });

  test('unsupported: a nested repository without a commit, a pipe in the place of a file', async () => {
    repository.write('nested/file', 'x');
    repository.gitIn({ cwd: join(repository.root, 'nested') }, 'init', '-q');
    expect(await reasonsIn(repository.root)).toEqual(['unsupported', 'unsupported']);
    repository.remove('nested');
    repository.remove('a.txt');
    execFileSync('mkfifo', [join(repository.root, 'a.txt')]);
    // A look sees it, and there is no way to store it.
    expect(await reasonsIn(repository.root)).toEqual(['succeeded', 'unsupported']);
  });

  test('not-permitted, and nothing half-written', async () => {
    repository.write('a.txt', 'edited\n');
    // Nobody may make directories there, the superuser included.
    const worktree = createGitWorktree({ directory: repository.root, storage: '/sys/batonkit' });
    expect(await reasonOf(worktree.capture({ base: 'HEAD' }))).toBe('not-permitted');
    expect(await reasonOf(worktree.observe({ base: 'HEAD' }))).toBe('succeeded');
    expect(readdirSync(join(repository.root, '.git'))).not.toContain('batonkit');
    const dubious = "fatal: detected dubious ownership in repository at '/x'";
    expect(commandProblem(['-c', 'a=b', 'status'], 128, dubious).failure.data).toMatchObject({
      reason: 'not-permitted',
    });
  });

  test('disk-full, from git and from the operating system', () => {
    const fromGit = commandProblem(['pack-objects'], 128, 'fatal: sha1 file write error: No space left on device');
    expect(fromGit.failure.data).toMatchObject({ reason: 'disk-full' });
    const fromSystem = toFailure(
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    );
    expect(fromSystem.data).toMatchObject({ reason: 'disk-full' });
    expect(toFailure(Object.assign(new Error('EROFS'), { code: 'EROFS' })).data).toMatchObject({
      reason: 'not-permitted',
    });
  });

  test('a disk that is really full: the capture fails, nothing half-written counts, and with space it works', async (context) => {
    const disk = join(repository.parent, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      return context.skip('mounting a small disk needs the superuser');
    }
    try {
      repository.write('big.bin', randomBytes(1024 * 1024).toString('base64'));
      const worktree = createGitWorktree({ directory: repository.root, storage: join(disk, 'snapshots.git') });
      expect(await reasonOf(worktree.capture({ base: 'HEAD' }))).toBe('disk-full');
      expect(await reasonOf(worktree.observe({ base: 'HEAD' }))).toBe('succeeded');
      execFileSync('mount', ['-o', 'remount,size=8m', disk]);
      const captured = (await worktree.capture({ base: 'HEAD' }))._unsafeUnwrap();
      expect((await worktree.keep('TASK-1/x', captured.tree)).isOk()).toBe(true);
      expect(captured.tree).toBe(repository.oracleTree());
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  test('command-failed: text that git cannot store in the encoding it is said to have', async () => {
    repository.write('.gitattributes', '*.utf16 working-tree-encoding=UTF-16\n');
    repository.write('x.utf16', 'no byte order mark\n');
    const worktree = createGitWorktree({ directory: repository.root });
    expect(await reasonOf(worktree.capture({ base: 'HEAD' }))).toBe('command-failed');
    expect(await reasonOf(worktree.observe({ base: 'HEAD' }))).toBe('succeeded');
  });

  test('command-failed: an index that git cannot read', async () => {
    writeFileSync(join(repository.root, '.git', 'index'), 'not an index');
    expect(await reasonsIn(repository.root)).toEqual(['command-failed', 'command-failed']);
  });

  test('a bug of ours stays an exception, and messages stay short', () => {
    expect(() => toFailure(new TypeError('bug'))).toThrow('bug');
    expect(commandProblem(['status'], 1, 'x'.repeat(10_000)).message.length).toBeLessThan(800);
  });
});
