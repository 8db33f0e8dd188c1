import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { okAsync, orThrow } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { heldMainLock, landing, seeAll, TASK, unmetOf, useScenes } from './linked-trees.fixture.ts';

const scene = useScenes();

describe('merge', () => {
  test('by fast-forward, then by replaying what the task branch has not seen', async () => {
    const { trees, task, at, commit } = await scene();
    const first = commit('one', { 'a.txt': 'one\nby one\n' }, '[one] Line');
    expect(await orThrow(trees.merge({ taskId: TASK, agent: 'one' }))).toMatchObject({
      how: 'fast-forward',
      head: first,
      taskBefore: task.head,
    });
    commit('two', { 'b.txt': 'b\nby two\n' }, '[two] Other line');
    commit('two', { 'c/d.txt': 'deep\n' }, '[two] Deep');
    const second = await orThrow(trees.merge({ taskId: TASK, agent: 'two' }));
    expect(second).toMatchObject({ how: 'rebased', taskBefore: first });
    for (const who of [null, 'two']) {
      const tree = at(who);
      expect(tree.git('rev-parse', 'HEAD')).toBe(second.head);
      expect(tree.git('status', '--porcelain')).toBe('');
      expect(tree.git('log', '--format=%s|%an|%cn', `${task.head}..HEAD`).split('\n')).toEqual([
        '[two] Deep|Test|Test',
        '[two] Other line|Test|Test',
        '[one] Line|Test|Test',
      ]);
      expect(readFileSync(join(tree.root, 'a.txt'), 'utf8')).toBe('one\nby one\n');
    }
    expect(await orThrow(trees.merge({ taskId: TASK, agent: 'one' }))).toMatchObject({
      how: 'nothing',
      head: second.head,
    });
    expect(at('one').git('rev-parse', 'HEAD')).toBe(second.head);
    expect(await orThrow(trees.contributors({ taskId: TASK }))).toEqual([
      { agent: 'one', subjects: ['Line'] },
      { agent: 'two', subjects: ['Other line', 'Deep'] },
    ]);
  });

  test('a conflict is told with its files, and everything is as it was, objects too', async () => {
    const { trees, repository, task, agents, commit } = await scene();
    commit('one', { 'a.txt': 'from one\n', 'b.txt': 'from one\n' });
    await orThrow(trees.merge({ taskId: TASK, agent: 'one' }));
    commit('two', { 'c.txt': 'fits\n' });
    const culprit = commit('two', { 'a.txt': 'from two\n', 'b.txt': 'from two\n' }, '[two] Clash');
    const before = seeAll({ repository, task, agents });
    const objects = repository.git('count-objects', '-v');
    const result = await trees.merge({ taskId: TASK, agent: 'two' });
    expect(result.isErr() && result.error).toMatchObject({
      code: 'MergeConflict',
      data: { taskId: TASK, agent: 'two', commit: culprit, subject: '[two] Clash', files: ['a.txt', 'b.txt'] },
    });
    expect(seeAll({ repository, task, agents })).toEqual(before);
    expect(repository.git('count-objects', '-v')).toBe(objects);

    // The agent resolves it in its own tree; merging the task branch will do, and then it fast-forwards.
    const tree = repository.at(agents['two']!.path);
    expect(() => tree.git('merge', '-q', task.branch)).toThrow();
    expect(await unmetOf(trees.merge({ taskId: TASK, agent: 'two' }))).toEqual(['nothing-in-progress', 'readable']);
    tree.write('a.txt', 'from both\n');
    tree.write('b.txt', 'from both\n');
    tree.git('add', '-A');
    tree.git('commit', '-q', '--no-edit');
    expect(await orThrow(trees.merge({ taskId: TASK, agent: 'two' }))).toMatchObject({ how: 'fast-forward' });
  });

  test('uncommitted work, another branch and merges that cannot be replayed are in the way, all at once', async () => {
    const { trees, repository, task, agents, at, commit } = await scene();
    commit('one', { 'a.txt': 'by one\n' });
    at('one').write('b.txt', 'not yet\n');
    at(null).git('checkout', '-q', '--detach');
    const before = seeAll({ repository, task, agents });
    expect(await unmetOf(trees.merge({ taskId: TASK, agent: 'one' }))).toEqual(['committed', 'on-branch']);
    expect(await unmetOf(trees.merge({ taskId: TASK, agent: 'nobody' }))).toEqual(['worktree']);
    expect(seeAll({ repository, task, agents })).toEqual(before);

    at(null).git('checkout', '-q', task.branch);
    commit('two', { 'c.txt': 'c\n' });
    at('two').git('checkout', '-q', '-b', 'side', 'HEAD~1');
    at('two').git('commit', '-q', '--allow-empty', '-m', 'side');
    at('two').git('checkout', '-q', agents['two']!.branch);
    at('two').git('merge', '-q', '--no-ff', '-m', 'm', 'side');
    commit(null, { 'task.txt': 'moved\n' });
    expect(await unmetOf(trees.merge({ taskId: TASK, agent: 'two' }))).toEqual(['linear']);
  });

  test('an untracked file that would be overwritten is in the way; another one stays', async () => {
    const { trees, repository, task, agents, at, commit } = await scene();
    commit('one', { 'new.txt': 'by one\n' });
    at(null).write('notes.txt', 'mine\n');
    at(null).write('new.txt', 'precious\n');
    const before = seeAll({ repository, task, agents });
    const refused = await trees.merge({ taskId: TASK, agent: 'one' });
    expect(refused.isErr() && refused.error.message).toMatch(/new\.txt/);
    expect(seeAll({ repository, task, agents })).toEqual(before);
    at(null).remove('new.txt');
    await orThrow(trees.merge({ taskId: TASK, agent: 'one' }));
    expect(at(null).git('status', '--porcelain')).toBe('?? notes.txt');
  });

  test('refresh brings an agent up to its task and leaves the task where it is', async () => {
    const { trees, at, commit } = await scene();
    const moved = commit(null, { 'task.txt': 'moved\n' });
    commit('one', { 'own.txt': 'own\n' });
    const { head } = await orThrow(trees.refresh({ taskId: TASK, agent: 'one' }));
    expect(at('one').git('rev-parse', 'HEAD~1')).toBe(moved);
    expect(at('one').git('rev-parse', 'HEAD')).toBe(head);
    expect(at(null).git('rev-parse', 'HEAD')).toBe(moved);
  });

  test('neither hooks nor the signing of the user take part', async () => {
    const { trees, repository, at, commit } = await scene();
    commit(null, { 'task.txt': 'moved\n' });
    commit('one', { 'own.txt': 'own\n' });
    const ran = join(repository.parent, 'ran');
    const hooks = [
      'pre-commit',
      'post-checkout',
      'pre-rebase',
      'post-rewrite',
      'post-index-change',
      'reference-transaction',
    ];
    for (const hook of hooks) {
      const path = join(repository.root, '.git/hooks', hook);
      writeFileSync(path, `#!/bin/sh\necho ${hook} >> '${ran}'\nexit 1\n`, { mode: 0o755 });
    }
    for (const setting of [
      ['commit.gpgSign', 'true'],
      ['gpg.program', '/bin/false'],
      ['merge.renames', 'false'],
    ])
      repository.git('config', ...setting);
    await orThrow(trees.merge({ taskId: TASK, agent: 'one' }));
    await orThrow(trees.create({ taskId: TASK, agent: 'three' }));
    await orThrow(trees.fastForwardMain(landing(repository)));
    await orThrow(trees.remove({ taskId: TASK, agent: 'one' }));
    expect(existsSync(ran)).toBe(false);
    expect(at(null).git('cat-file', 'commit', 'HEAD')).not.toMatch(/gpgsig/);
  });
});

describe('the main branch', () => {
  test('moves under its lock only, with edits elsewhere left alone', async () => {
    const { trees, repository, commit } = await scene();
    const to = commit(null, { 'a.txt': 'done\n', 'new.txt': 'new\n' });
    repository.write('b.txt', 'my edit\n');
    repository.write('staged.txt', 'staged\n');
    repository.git('add', 'staged.txt');
    repository.write('loose.txt', 'untracked\n');
    const other = { read: () => heldMainLock.read().map((lock) => ({ ...lock!, session: 'run-2' })) };
    const free = { read: () => okAsync(null) };
    for (const mainLock of [other, free]) {
      const refused = await trees.fastForwardMain({ ...landing(repository), mainLock });
      expect(refused.isErr() && refused.error.code).toBe('NotOwner');
    }
    const moved = await orThrow(trees.fastForwardMain(landing(repository)));
    expect(moved).toMatchObject({ branch: 'main', to });
    expect(repository.git('rev-parse', 'main', 'HEAD').split('\n')).toEqual([to, to]);
    expect(repository.git('status', '--porcelain').split('\n').sort()).toEqual([
      ' M b.txt',
      '?? loose.txt',
      'A  staged.txt',
    ]);
    expect(readFileSync(join(repository.root, 'new.txt'), 'utf8')).toBe('new\n');
    const again = await orThrow(trees.fastForwardMain(landing(repository)));
    expect(again).toMatchObject({ from: to, to });
  });

  test('an edit in the way, and a main branch that moved, are told; nothing changes', async () => {
    const made = await scene();
    const { trees, repository, commit } = made;
    commit(null, { 'a.txt': 'done\n', 'b.txt': 'done\n' });
    repository.write('a.txt', 'my edit\n');
    repository.write('b.txt', 'my edit\n');
    const before = seeAll(made);
    const refused = await trees.fastForwardMain(landing(repository));
    expect(refused.isErr() && refused.error.message).toMatch(/a\.txt, b\.txt/);
    expect(seeAll(made)).toEqual(before);
    repository.git('commit', '-q', '-a', '-m', 'mine');
    expect(await unmetOf(trees.fastForwardMain(landing(repository)))).toEqual(['fast-forward']);
  });
});
