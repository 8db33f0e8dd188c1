import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { landing, seeAll, TASK, unmetOf, useScenes } from './linked-trees.fixture.ts';

const scene = useScenes();

describe('remove', () => {
  test('lists everything that is in the way, and touches nothing', async () => {
    const made = await scene();
    const { trees, repository, agents, at, commit } = made;
    const { path, branch } = agents['one']!;
    at('one').write('a.txt', 'stashed\n');
    at('one').git('stash', 'push', '-q');
    commit('one', { 'c.txt': 'c\n' }, '[one] Not merged');
    at('one').write('a.txt', 'edited\n');
    at('one').write('b.txt', 'hidden\n');
    at('one').git('update-index', '--assume-unchanged', 'b.txt');
    at('one').write('untracked.txt', 'x\n');
    at('one').git('branch', 'kept-elsewhere');
    repository.git('worktree', 'lock', path);
    const before = seeAll(made);
    const refused = await trees.remove({ taskId: TASK, agent: 'one', directories: [join(path, 'deep')] });
    expect(
      refused.isErr() && 'unmet' in refused.error.data && refused.error.data.unmet.map(({ condition }) => condition),
    ).toEqual(['unlocked', 'not-current-directory', 'committed', 'nothing-untracked', 'nothing-stashed', 'merged']);
    const message = refused.isErr() ? refused.error.message : '';
    for (const part of [
      'a.txt',
      'b.txt',
      'untracked.txt',
      'Not merged',
      branch,
      `WIP on ${branch}`,
      `remove ${TASK} one --keep-branch`,
    ])
      expect(message).toContain(part);
    expect(seeAll(made)).toEqual(before);
    expect(await unmetOf(trees.remove({ taskId: TASK }))).toEqual(['agents-removed']);
  });

  test('a clean and merged tree goes with its branch; ignored files go too; a second call is content', async () => {
    const { trees, repository, agents, at, commit, task } = await scene({ '.gitignore': 'build/\n' });
    commit('one', { 'c.txt': 'c\n' });
    await orThrow(trees.merge({ taskId: TASK, agent: 'one' }));
    at('one').write('build/out.js', 'made\n');
    expect(await orThrow(trees.remove({ taskId: TASK, agent: 'one' }))).toMatchObject({ removed: true });
    expect(existsSync(agents['one']!.path)).toBe(false);
    expect(await orThrow(trees.remove({ taskId: TASK, agent: 'one' }))).toMatchObject({ removed: false });
    await orThrow(trees.remove({ taskId: TASK, agent: 'two' }));
    expect(await unmetOf(trees.remove({ taskId: TASK }))).toEqual(['merged']);
    await orThrow(trees.fastForwardMain(landing(repository)));
    await orThrow(trees.remove({ taskId: TASK }));
    expect(await orThrow(trees.list())).toEqual([]);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(repository.git('branch', '--list', 'baton/*')).toBe('');
    expect(existsSync(`${repository.root}.worktrees`)).toBe(false);
    expect(task.path.startsWith(`${repository.root}.worktrees`)).toBe(true);
  });

  test('an abandoned task lets its trees go and keeps its branches', async () => {
    const { trees, repository, commit, at } = await scene();
    const kept = commit('one', { 'c.txt': 'c\n' });
    await orThrow(trees.remove({ taskId: TASK, agent: 'one', keepBranch: true }));
    expect(repository.git('rev-parse', 'baton/TASK-1/agents/one')).toBe(kept);
    at('two').git('checkout', '-q', '--detach');
    at('two').git('commit', '-q', '--allow-empty', '-m', 'nowhere else');
    expect(await unmetOf(trees.remove({ taskId: TASK, agent: 'two', keepBranch: true }))).toEqual(['merged']);
  });

  test('a tree whose folder was deleted goes; its commits are still asked for', async () => {
    const { trees, agents, commit } = await scene();
    commit('one', { 'c.txt': 'c\n' });
    for (const agent of ['one', 'two']) rmSync(agents[agent]!.path, { recursive: true });
    expect(await unmetOf(trees.remove({ taskId: TASK, agent: 'one' }))).toEqual(['merged']);
    await orThrow(trees.remove({ taskId: TASK, agent: 'two' }));
    expect((await orThrow(trees.list())).map(({ agent }) => agent)).toEqual(['one', null]);
  });

  test('a tag, or a branch of a remote, with the name of the branch hides nothing', async () => {
    const { trees, repository, agents, at } = await scene();
    const { path, branch } = agents['one']!;
    repository.git('tag', branch);
    repository.git('update-ref', `refs/remotes/${branch}`, 'HEAD');
    at('one').git('checkout', '-q', '--detach');
    at('one').git('commit', '-q', '--allow-empty', '-m', 'nowhere else');
    const commit = at('one').git('rev-parse', 'HEAD');
    for (const keepBranch of [false, true])
      expect(await unmetOf(trees.remove({ taskId: TASK, agent: 'one', keepBranch }))).toEqual(['merged']);
    expect(repository.at(path).git('rev-parse', 'HEAD')).toBe(commit);
  });

  test('a tree whose branch is gone is not touched, since nothing tells whether its commits are safe', async () => {
    const { trees, repository, agents, at } = await scene();
    const { path, branch } = agents['one']!;
    repository.git('tag', branch);
    at('one').git('checkout', '-q', '--detach');
    at('one').git('commit', '-q', '--allow-empty', '-m', 'nowhere else');
    const commit = at('one').git('rev-parse', 'HEAD');
    repository.git('update-ref', '-d', `refs/heads/${branch}`);
    for (const keepBranch of [false, true]) {
      const refused = await trees.remove({ taskId: TASK, agent: 'one', keepBranch });
      expect(refused.isErr() && refused.error.message).toContain(branch);
      expect(await unmetOf(trees.remove({ taskId: TASK, agent: 'one', keepBranch }))).toEqual(['branch-there']);
    }
    expect(repository.at(path).git('rev-parse', 'HEAD')).toBe(commit);
    await orThrow(trees.create({ taskId: TASK, agent: 'one' }));
    expect(await unmetOf(trees.remove({ taskId: TASK, agent: 'one' }))).toEqual(['merged']);
    repository.git('branch', 'rescued', commit);
    at('one').git('checkout', '-q', `heads/${branch}`);
    await orThrow(trees.remove({ taskId: TASK, agent: 'one' }));
    expect(existsSync(path)).toBe(false);
  });

  test("a tree that git's book does not have in its place is not touched, nor is its branch", async () => {
    const { trees, repository, agents, at } = await scene();
    const { path, branch, head } = agents['one']!;
    const book = join(at('one').git('rev-parse', '--absolute-git-dir'), 'gitdir');
    at('one').write('a.txt', 'edited\n');
    writeFileSync(book, '/elsewhere/.git\n');
    expect(await unmetOf(trees.remove({ taskId: TASK, agent: 'one' }))).toEqual(['finished']);
    expect(repository.git('rev-parse', `refs/heads/${branch}`)).toBe(head);
    await orThrow(trees.create({ taskId: TASK, agent: 'one' }));
    expect(await unmetOf(trees.remove({ taskId: TASK, agent: 'one' }))).toEqual(['committed']);
    expect(existsSync(path)).toBe(true);
  });

  test('a commit on a detached HEAD is asked for also when the folder was deleted', async () => {
    const { trees, repository, agents, at } = await scene();
    at('one').git('checkout', '-q', '--detach');
    at('one').git('commit', '-q', '--allow-empty', '-m', 'nowhere else');
    const commit = at('one').git('rev-parse', 'HEAD');
    rmSync(agents['one']!.path, { recursive: true });
    const target = { taskId: TASK, agent: 'one' };
    for (const keepBranch of [false, true])
      expect(await unmetOf(trees.remove({ ...target, keepBranch }))).toEqual(['commits-on-branch']);
    const refused = await trees.create(target);
    expect(refused.isErr() && refused.error.message).toMatch(/[0-9a-f]{7} nowhere else/);
    repository.git('branch', 'rescued', commit);
    await orThrow(trees.create(target));
    await orThrow(trees.remove(target));
  });

  test('not while this process stands in it', async () => {
    const { trees, agents } = await scene();
    const hidden = [join(agents['one']!.path, '..cache')];
    const refused = trees.remove({ taskId: TASK, agent: 'one', directories: hidden });
    expect(await unmetOf(refused)).toEqual(['not-current-directory']);
    const here = process.cwd();
    try {
      process.chdir(agents['one']!.path);
      expect(await unmetOf(trees.remove({ taskId: TASK, agent: 'one' }))).toEqual(['not-current-directory']);
    } finally {
      process.chdir(here);
    }
  });
});
