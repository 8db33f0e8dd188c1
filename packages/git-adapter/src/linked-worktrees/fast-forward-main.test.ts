import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orThrow } from '@batonkit/core';
import { expect, test } from 'vitest';
import type { MainMergeOptions } from './fast-forward-main.ts';
import { landing, MAIN_TREE, TASK, useScenes } from './linked-trees.fixture.ts';

const scene = useScenes();

test('main stays where it is unless exactly this was approved', async () => {
  const { trees, repository, commit } = await scene();
  const first = commit(null, { 'a.txt': 'two\n', 'new.txt': 'new\n', 'b.txt': null });
  const whole = landing(repository);
  const { files } = whole.approved;
  const before = repository.git('rev-parse', 'main');
  const changed = (path: string, change: object) =>
    files.map((file) => (file.path === path ? { ...file, ...change } : file));
  const refusals: readonly (readonly [string, Partial<MainMergeOptions['approved']>, string])[] = [
    ['another commit', { commit: before }, first],
    ['a file less', { files: files.filter(({ path }) => path !== 'new.txt') }, 'new.txt'],
    ['another content', { files: changed('a.txt', { sha256: '0'.repeat(64) }) }, 'a.txt'],
    ['another mode', { files: changed('a.txt', { mode: '100755' }) }, 'a.txt'],
    ['a deletion that was none', { files: changed('b.txt', { mode: '100644', sha256: '0'.repeat(64) }) }, 'b.txt'],
    ['nothing', { files: [] }, 'a.txt, b.txt, new.txt'],
  ];
  for (const [name, approved, told] of refusals) {
    const refused = await trees.fastForwardMain({ ...whole, approved: { ...whole.approved, ...approved } });
    expect([name, refused.isErr() && refused.error.code]).toEqual([name, 'StaleApproval']);
    expect(refused.isErr() && refused.error.message).toContain(told);
  }
  const { approved, ...without } = whole;
  const unasked = await trees.fastForwardMain(without as MainMergeOptions);
  expect(unasked.isErr() && unasked.error.code).toBe('NotApproved');
  expect(approved.commit).toBe(first);
  expect(repository.git('rev-parse', 'main')).toBe(before);
  expect(await orThrow(trees.fastForwardMain(whole))).toEqual({ branch: 'main', from: before, to: first });
});

test('what is converted on checkout is compared as it was approved, in the tree', async () => {
  const { trees, repository, at, commit } = await scene();
  const to = commit(null, { '.gitattributes': '*.txt text eol=crlf\n', 'crlf.txt': 'one\r\ntwo\r\n' });
  const whole = landing(repository);
  const sha256 = createHash('sha256').update('one\r\ntwo\r\n').digest('hex');
  expect(at(null).git('cat-file', 'blob', 'HEAD:crlf.txt')).toBe('one\ntwo');
  const files = whole.approved.files.map((file) => (file.path === 'crlf.txt' ? { ...file, sha256 } : file));
  const moved = await orThrow(trees.fastForwardMain({ ...whole, approved: { ...whole.approved, files } }));
  expect(moved.to).toBe(to);
});

test('the branch of a task is no main branch', async () => {
  const { trees, repository, commit } = await scene(undefined, []);
  commit(null, { 'a.txt': 'two\n' });
  const whole = landing(repository);
  repository.git('checkout', '-q', '-b', 'baton/TASK-9/task');
  const refused = await trees.fastForwardMain(whole);
  expect(refused.isErr() && refused.error.data).toMatchObject({ unmet: [{ condition: 'main-branch' }] });
});

test('links are compared, too', async () => {
  const { trees, repository, at } = await scene(undefined, []);
  const tree = at(null);
  writeFileSync(join(tree.root, 'target'), 'x\n');
  tree.git('add', '-A');
  tree.git('update-index', '--add', '--cacheinfo', `120000,${tree.git('hash-object', '-w', 'target')},link`);
  tree.git('commit', '-q', '-m', 'link');
  const whole = landing(repository, TASK);
  expect(whole.approved.files.map(({ mode }) => mode)).toContain('120000');
  expect((await trees.fastForwardMain(whole)).isOk()).toBe(true);
});

test.each(['--no-ff', '--ff-only', 'ours'])(
  'what main got with %s counts as it came, not as it is by now',
  async (how) => {
    const { repository, trees, commit } = await scene({ 'a.txt': 'one\n' }, []);
    const to = commit(null, { 'a.txt': 'two\n' });
    const given = landing(repository);
    if (how !== '--ff-only') for (const text of ['x', 'y']) commit(MAIN_TREE, { 'before.txt': text });
    repository.git('merge', '-q', ...(how === 'ours' ? ['-s', 'ours', '-m', 'Merge'] : [how]), to);
    for (const text of ['1', '2', '3']) commit(MAIN_TREE, { 'after.txt': text });
    // The approved file is later as approved only by somebody else's commit, or not any more.
    const now = commit(MAIN_TREE, { 'a.txt': how === 'ours' ? 'two\n' : 'three\n' });
    const merged = await trees.fastForwardMain(given);
    expect(repository.git('rev-parse', 'main')).toBe(now);
    if (how === 'ours') {
      expect(merged.isErr() && merged.error.data).toMatchObject({ unmet: [{ condition: 'merged-content' }] });
      return;
    }
    const { warnings, ...there } = merged.isOk() ? merged.value : { warnings: [] };
    expect(there).toEqual({ branch: 'main', from: to, to });
    expect(warnings).toMatchObject([
      { code: 'MainWentOn', message: expect.stringMatching(/: a\.txt\. .*git log/) as string },
    ]);
  },
);
