import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createGitWorktree } from '../create-git-worktree.ts';
import { worktreeId } from './worktree-id.ts';

const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', '-c', 'protocol.file.allow=always'];

/** A repository in a folder of its own, with one linked tree. */
function createTrees() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'batonkit-siblings-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', [...IDENTITY, ...args], { cwd, encoding: 'utf8' }).trim();
  const main = join(folder, 'main');
  git(folder, 'init', '-q', '-b', 'main', 'main');
  writeFileSync(join(main, 'a.txt'), 'a\n');
  git(main, 'add', '-A');
  git(main, 'commit', '-q', '-m', 'Start');
  const linked = join(folder, 'linked');
  git(main, 'worktree', 'add', '-q', '-b', 'task', linked);
  const commit = (cwd: string, name: string): string => {
    writeFileSync(join(cwd, name), `${name}\n`);
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-q', '-m', name);
    return git(cwd, 'rev-parse', 'HEAD');
  };
  return { folder, git, main, linked, commit };
}

describe.each(['native', 'isomorphic'] as const)('%s', (engine) => {
  const open = (directory: string) => createGitWorktree({ directory, engine });

  test('finds the trees of its repository by their ids, and no others', async () => {
    const { folder, git, main, linked } = createTrees();
    git(folder, 'clone', '-q', main, 'clone');
    mkdirSync(join(main, 'deep'));
    symlinkSync(main, join(folder, 'link'));
    for (const place of [main, linked, join(main, 'deep'), join(folder, 'link')]) {
      const found = open(place).sibling(worktreeId(linked));
      expect([found?.id, found?.path]).toEqual([worktreeId(linked), linked]);
      expect((await orThrow(found!.head())).branch).toBe('task');
      expect(open(place).sibling(worktreeId(main))?.path).toBe(main);
      expect(open(place).sibling(worktreeId(join(folder, 'clone')))).toBeNull();
    }
    expect(open(folder).sibling(worktreeId(main))).toBeNull();
    renameSync(linked, `${linked}-away`);
    expect(open(main).sibling(worktreeId(linked))).toBeNull();
    expect(open(main).sibling(worktreeId(`${linked}-away`))).toBeNull();
  });

  test('no tree that lost its link, has the link of another, or is another repository by now', () => {
    const { folder, git, main, linked } = createTrees();
    const find = () => open(main).sibling(worktreeId(linked))?.path ?? null;
    const other = join(folder, 'other');
    git(main, 'worktree', 'add', '-q', '-b', 'other', other);
    const own = readFileSync(join(linked, '.git'), 'utf8');
    for (const text of ['gitdir: /nowhere\n', 'nothing\n', readFileSync(join(other, '.git'), 'utf8')]) {
      writeFileSync(join(linked, '.git'), text);
      expect([text, find()]).toEqual([text, null]);
    }
    rmSync(join(linked, '.git'));
    expect(find()).toBeNull();
    git(linked, 'init', '-q');
    expect(find()).toBeNull();
    rmSync(join(linked, '.git'), { recursive: true });
    writeFileSync(join(linked, '.git'), own);
    expect(find()).toBe(linked);
  });

  test('from a bare repository and from a submodule', () => {
    const { folder, git, main } = createTrees();
    git(folder, 'clone', '-q', '--bare', main, 'bare.git');
    const tree = join(folder, 'of-bare');
    git(join(folder, 'bare.git'), 'worktree', 'add', '-q', '-b', 'desk', tree);
    expect(open(join(folder, 'bare.git')).sibling(worktreeId(tree))?.path).toBe(tree);
    expect(open(tree).sibling(worktreeId(join(folder, 'bare.git')))).toBeNull();
    git(folder, 'init', '-q', 'outer');
    const outer = join(folder, 'outer');
    git(outer, 'submodule', '--quiet', 'add', main, 'inner');
    const inner = join(outer, 'inner');
    git(inner, 'worktree', 'add', '-q', '-b', 'other', join(folder, 'of-inner'));
    expect(open(join(folder, 'of-inner')).sibling(worktreeId(inner))?.path).toBe(inner);
    expect(open(inner).sibling(worktreeId(outer))).toBeNull();
  });

  test('tells whether main was fast-forwarded to a commit', async () => {
    const { main, linked, git, commit } = createTrees();
    const head = commit(linked, 'task.txt');
    const look = (id: string) => orThrow(open(linked).mainBranch({ commit: id, taskId: 'TASK-1' }));
    const start = git(main, 'rev-parse', 'HEAD');
    expect(await look(head)).toEqual({ branch: 'main', head: start, holds: false, has: false, task: null });
    git(main, 'branch', 'baton/TASK-1/task', start);
    expect(await look(start)).toMatchObject({ holds: true });
    expect(await look('c'.repeat(40))).toMatchObject({ holds: false });
    git(main, 'merge', '-q', '--ff-only', 'task');
    expect(await look(head)).toEqual({ branch: 'main', head, holds: true, has: true, task: start });
    commit(main, 'later.txt');
    expect(await look(head)).toMatchObject({ holds: true });
    const other = commit(linked, 'other.txt');
    git(main, 'merge', '-q', '--no-ff', '-m', 'Merge', 'task');
    expect(await look(other)).toMatchObject({ branch: 'main', holds: false });
    expect(await look(head)).toMatchObject({ holds: true });
    git(main, 'checkout', '-q', '--detach');
    expect(await look(head)).toMatchObject({ branch: null, holds: false });
  });
});
