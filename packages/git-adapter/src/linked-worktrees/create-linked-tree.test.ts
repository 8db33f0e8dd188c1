import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { createLinkedWorktrees } from './create-linked-worktrees.ts';
import { heldMainLock, HOLDER, seeAll, seeTree, TASK, unmetOf, useScenes } from './linked-trees.fixture.ts';

const scene = useScenes();

describe('create and list', () => {
  test('a task and its agents have trees and branches of their own; the main tree is as it was', async () => {
    const { repository } = await scene({ 'a.txt': 'one\n' }, []);
    repository.write('a.txt', 'edited\n');
    repository.write('staged.txt', 'staged\n');
    repository.git('add', 'staged.txt');
    const before = seeTree(repository);
    const config = readFileSync(join(repository.root, '.git/config'), 'utf8');
    const trees = createLinkedWorktrees({ directory: repository.root });
    const task = await orThrow(trees.create({ taskId: TASK }));
    const agent = await orThrow(trees.create({ taskId: TASK, agent: 'style-updater' }));
    expect([task.branch, agent.branch]).toEqual(['baton/TASK-1/task', 'baton/TASK-1/agents/style-updater']);
    expect(task.path).toBe(`${repository.root}.worktrees/TASK-1/task`);
    for (const { path, branch } of [task, agent]) {
      const tree = repository.at(path);
      expect(tree.git('symbolic-ref', '--short', 'HEAD')).toBe(branch);
      expect(tree.git('status', '--porcelain')).toBe('');
      expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one\n');
    }
    expect(await orThrow(trees.list({ taskId: TASK }))).toEqual([agent, task]);
    expect(seeTree(repository)).toEqual(before);
    expect(readFileSync(join(repository.root, '.git/config'), 'utf8')).toBe(config);
    expect(repository.git('fsck', '--strict')).toBe('');
  });

  test('names that would meet on some disk, or that git refuses, get trees of their own', async () => {
    const { trees, repository } = await scene(undefined, []);
    const names = [
      ['task-1', undefined],
      ['a.lock', undefined],
      ['TASK-1', 'Reviewer'],
      ['TASK-1', 'reviewer'],
      ['TASK-1', 'task'],
      ['TASK-1', 'con'],
    ] as const;
    const made = [];
    for (const [taskId, agent] of names)
      made.push(await orThrow(trees.create({ taskId, ...(agent === undefined ? {} : { agent }) })));
    expect(new Set(made.map(({ branch }) => branch.toLowerCase())).size).toBe(names.length);
    expect(new Set(made.map(({ path }) => path.toLowerCase())).size).toBe(names.length);
    const listed = await orThrow(trees.list());
    expect(listed.map(({ taskId, agent }) => `${taskId} ${agent ?? ''}`).sort()).toEqual(
      [...names.map(([taskId, agent]) => `${taskId} ${agent ?? ''}`), 'TASK-1 '].sort(),
    );
    expect(repository.git('branch', '--list', 'baton/*').split('\n')).toHaveLength(names.length + 1);
  });

  test.each([
    ['../etc', undefined, 'InvalidTaskId'],
    ['TASK-1', '../x', '/agent'],
    ['TASK-1', '', '/agent'],
    ['TASK-1', '-x', '/agent'],
  ])('%s %s is refused before anything is looked at', async (taskId, agent, condition) => {
    const trees = createLinkedWorktrees({ directory: '/nonexistent' });
    const target = { taskId, ...(agent === undefined ? {} : { agent }) };
    expect(await unmetOf(trees.create(target))).toEqual([condition]);
    expect(await unmetOf(trees.remove(target))).toEqual([condition]);
    if (agent !== undefined) expect(await unmetOf(trees.merge({ taskId, agent }))).toEqual([condition]);
  });

  test('a second call changes nothing; a deleted folder is made again; a foreign one is not touched', async () => {
    const { trees, repository, task, agents, commit } = await scene();
    commit('one', { 'new.txt': 'new\n' });
    const before = seeAll({ repository, task, agents });
    await orThrow(trees.create({ taskId: TASK, agent: 'one' }));
    expect(seeAll({ repository, task, agents })).toEqual(before);

    rmSync(agents['one']!.path, { recursive: true });
    expect((await orThrow(trees.list())).find(({ agent }) => agent === 'one')?.state).toBe('missing');
    await orThrow(trees.create({ taskId: TASK, agent: 'one' }));
    expect(seeAll({ repository, task, agents })).toEqual(before);

    const path = agents['two']!.path.replace(/two$/, 'three');
    mkdirSync(path);
    writeFileSync(join(path, 'precious'), 'x');
    expect(await unmetOf(trees.create({ taskId: TASK, agent: 'three' }))).toEqual(['path-free']);
    expect(readFileSync(join(path, 'precious'), 'utf8')).toBe('x');
  });

  test('says why it cannot', async () => {
    const { trees, repository, agents } = await scene();
    expect(await unmetOf(trees.create({ taskId: 'TASK-2', agent: 'one' }))).toEqual(['task-worktree']);
    expect(await unmetOf(trees.create({ taskId: 'TASK-2', base: 'nowhere' }))).toEqual(['GitFailure']);
    repository.git('worktree', 'lock', '--reason', 'on a stick', agents['one']!.path);
    rmSync(agents['one']!.path, { recursive: true });
    const locked = await trees.create({ taskId: TASK, agent: 'one' });
    expect(locked.isErr() && locked.error.message).toMatch(/on a stick/);
    repository.git('branch', 'baton/TASK-9/task');
    repository.git('worktree', 'add', '-q', join(repository.parent, 'elsewhere'), 'baton/TASK-9/task');
    expect(await unmetOf(trees.create({ taskId: 'TASK-9' }))).toEqual(['branch-free']);
  });

  test('works from a linked tree and in a bare repository', async () => {
    const { task, trees, repository } = await scene();
    const inside = createLinkedWorktrees({ directory: task.path });
    expect(await orThrow(inside.list())).toEqual(await orThrow(trees.list()));
    const bare = join(repository.parent, 'bare.git');
    repository.git('clone', '-q', '--bare', repository.root, bare);
    const inBare = createLinkedWorktrees({ directory: bare });
    const made = await orThrow(inBare.create({ taskId: TASK }));
    expect(made.path).toBe(`${bare}.worktrees/TASK-1/task`);
    const tree = repository.at(made.path);
    tree.write('c.txt', 'c\n');
    tree.git('add', '-A');
    tree.git('commit', '-q', '-m', 'c');
    const merged = await orThrow(inBare.fastForwardMain({ taskId: TASK, session: HOLDER, mainLock: heldMainLock }));
    expect(repository.gitIn({ cwd: bare }, 'rev-parse', 'main')).toBe(merged.to);
  });
});
