import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { createLinkedWorktrees } from './create-linked-worktrees.ts';
import { landing, MAIN_TREE, seeAll, seeTree, TASK, unmetOf, useScenes } from './linked-trees.fixture.ts';

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

  test('a branch that is there already is continued, and that is said', async () => {
    const { trees, repository, at, commit } = await scene(undefined, ['one']);
    expect(await orThrow(trees.create({ taskId: TASK }))).not.toHaveProperty('warnings');
    expect(await orThrow(trees.continued({ taskId: 'TASK-2' }))).toEqual([]);
    const head = commit('one', { 'new.txt': 'new\n' });
    await orThrow(trees.remove({ taskId: TASK, agent: 'one', keepBranch: true }));
    repository.git('tag', 'main', head);
    const { warnings } = await orThrow(trees.create({ taskId: TASK, agent: 'one' }));
    const said = `The branch baton/TASK-1/agents/one was there already, and its tree goes on from ${head}, 1 commit ahead of baton/TASK-1/task. See what is on it before you build on that: git log baton/TASK-1/task..baton/TASK-1/agents/one`;
    expect(warnings).toEqual([{ code: 'ContinuesBranch', message: said }]);
    commit(null, { 'a.txt': 'two\n' });
    repository.git('checkout', '-q', '--detach');
    const main = at(MAIN_TREE).git('rev-parse', 'HEAD');
    const [ofTask] = await orThrow(trees.continued({ taskId: TASK }));
    expect(ofTask?.message).toContain(`git log ${main}..baton/TASK-1/task`);
    repository.git('branch', 'baton/TASK-3/task');
    commit(MAIN_TREE, { 'b.txt': 'two\n' });
    const late = await orThrow(trees.create({ taskId: 'TASK-3', base: 'HEAD' }));
    expect(late.warnings?.map(({ message }) => message)).toEqual([
      `The branch baton/TASK-3/task was there already, and its tree goes on from ${main}. --base HEAD was not used.`,
    ]);
  });

  test('a tag with the name of a branch is no hindrance', async () => {
    const { trees, repository } = await scene(undefined, []);
    for (const name of ['baton/TASK-2/task', 'baton/TASK-2/agents/one']) repository.git('tag', name);
    const task = await orThrow(trees.create({ taskId: 'TASK-2' }));
    const agent = await orThrow(trees.create({ taskId: 'TASK-2', agent: 'one' }));
    expect([task.branch, agent.branch]).toEqual(['baton/TASK-2/task', 'baton/TASK-2/agents/one']);
    expect(await orThrow(trees.list({ taskId: 'TASK-2' }))).toEqual([agent, task]);
    const tree = repository.at(agent.path);
    tree.write('c.txt', 'c\n');
    tree.git('add', '-A');
    tree.git('commit', '-q', '-m', '[one] c');
    const merged = await orThrow(trees.merge({ taskId: 'TASK-2', agent: 'one' }));
    expect(repository.git('rev-parse', 'refs/heads/baton/TASK-2/task')).toBe(merged.head);
    expect(await orThrow(trees.contributors({ taskId: 'TASK-2' }))).toMatchObject([{ agent: 'one' }]);
    await orThrow(trees.fastForwardMain(landing(repository, 'TASK-2')));
    expect(repository.git('rev-parse', 'refs/heads/main')).toBe(merged.head);
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

  test('works where a symbolic link leads to the repository, or to the folder of the trees', async () => {
    const { trees, repository, commit } = await scene();
    const link = join(repository.parent, 'link');
    symlinkSync(repository.parent, link);
    const linked = createLinkedWorktrees({ directory: join(link, 'repo') });
    expect(await orThrow(linked.list())).toEqual(await orThrow(trees.list()));
    expect(await orThrow(linked.create({ taskId: 'TASK-2' }))).toMatchObject({ state: 'present' });
    commit('one', { 'c.txt': 'c\n' });
    expect(await unmetOf(linked.remove({ taskId: TASK, agent: 'one' }))).toEqual(['merged']);
    const elsewhere = createLinkedWorktrees({ directory: repository.root, root: join(link, 'not', 'yet') });
    const made = await orThrow(elsewhere.create({ taskId: 'TASK-3' }));
    expect(made.path).toBe(join(repository.parent, 'not', 'yet', 'TASK-3', 'task'));
    expect(await orThrow(elsewhere.remove({ taskId: 'TASK-3' }))).toMatchObject({ removed: true });
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
    const merged = await orThrow(inBare.fastForwardMain(landing(repository, TASK, bare)));
    expect(repository.gitIn({ cwd: bare }, 'rev-parse', 'main')).toBe(merged.to);
  });
});
