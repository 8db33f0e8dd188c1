import assert from 'node:assert/strict';
import { comparable, expectFailure, expectValue, headOf, treeId } from './expectations.ts';
import { startFiles, type WorktreeCase } from './worktree-under-test.ts';

const text = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString('utf8'));
const unknown = '0123456789'.repeat(4);

/** Stored trees: their ids, contents and differences. */
export const treeCases: readonly WorktreeCase[] = [
  {
    name: 'a clean tree is the tree of its commit',
    run: async ({ worktree }) => {
      const base = await headOf(worktree);
      const captured = await expectValue(worktree.capture({ base }));
      assert.equal(captured.clean, true);
      assert.equal(captured.tree, treeId(startFiles));
      assert.equal(await expectValue(worktree.treeOf(base)), captured.tree);
    },
  },
  {
    name: 'a captured tree has the id that git gives to these files',
    files: { 'a.txt': 'a', 'a/b': 'b', a0: '0', 'keep/x/y': 'y', 'gone/z': 'z' },
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.write('a/b', 'B');
      await edit.write('a-b/new', 'new');
      await edit.write('keep/x/y2', '');
      await edit.remove('gone/z');
      const captured = await expectValue(worktree.capture({ base }));
      assert.equal(
        captured.tree,
        treeId({ 'a.txt': 'a', 'a/b': 'B', a0: '0', 'keep/x/y': 'y', 'a-b/new': 'new', 'keep/x/y2': '' }),
      );
      assert.equal(captured.clean, false);
      assert.equal((await expectValue(worktree.capture({ base }))).tree, captured.tree);
    },
  },
  {
    name: 'a file in the place of a directory and a directory in the place of a file',
    files: { file: 'file', 'folder/x': 'x', 'folder/y': 'y', other: 'o' },
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.remove('file');
      await edit.write('file/inside', 'in');
      await edit.remove('folder');
      await edit.write('folder', 'flat');
      const { tree } = await expectValue(worktree.capture({ base }));
      assert.equal(tree, treeId({ 'file/inside': 'in', folder: 'flat', other: 'o' }));
    },
  },
  {
    name: 'the tree is that of the working tree, whatever is staged',
    needs: ['stage'],
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.write('a.txt', 'staged\n');
      await edit.stage?.('a.txt');
      await edit.write('a.txt', 'on disk\n');
      await edit.write('dir/b.txt', 'not staged\n');
      const { tree } = await expectValue(worktree.capture({ base }));
      assert.equal(tree, treeId({ ...startFiles, 'a.txt': 'on disk\n', 'dir/b.txt': 'not staged\n' }));
    },
  },
  {
    name: 'modes and links are part of the tree',
    needs: ['chmod', 'symlink'],
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.chmod?.('dir/b.txt', true);
      await edit.symlink?.('link', 'a.txt');
      const { tree } = await expectValue(worktree.capture({ base }));
      assert.equal(tree, treeId({ ...startFiles, link: 'a.txt' }, { 'dir/b.txt': '100755', link: '120000' }));
    },
  },
  {
    name: 'committing exactly what was captured gives the captured tree',
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.write('a.txt', 'changed\n');
      await edit.write('new.txt', 'new\n');
      const { tree } = await expectValue(worktree.capture({ base }));
      const head = await edit.commit();
      assert.equal(await expectValue(worktree.treeOf(head)), tree);
      const after = await expectValue(worktree.capture({ base: head }));
      assert.deepEqual([after.tree, after.clean, after.changed], [tree, true, []]);
      assert.equal((await expectValue(worktree.capture({ base }))).tree, tree);
    },
  },
  {
    name: 'a capture changes neither files nor what the next look sees',
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.write('a.txt', 'changed\n');
      const before = await expectValue(worktree.observe({ base }));
      await expectValue(worktree.capture({ base }));
      const after = await expectValue(worktree.observe({ base }));
      assert.deepEqual(comparable(after), comparable(before));
      assert.deepEqual(Buffer.from(after.status), Buffer.from(before.status));
      assert.equal(text(await edit.read('a.txt')), 'changed\n');
    },
  },
  {
    name: 'captures at the same time agree',
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.write('a.txt', 'changed\n');
      const captured = await Promise.all([1, 2, 3].map(() => expectValue(worktree.capture({ base }))));
      const expected = treeId({ ...startFiles, 'a.txt': 'changed\n' });
      assert.deepEqual(
        captured.map(({ tree }) => tree),
        [expected, expected, expected],
      );
    },
  },
  {
    name: 'files of a stored tree are read byte for byte',
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      const everyByte = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7) ^ (index >> 8));
      await edit.write('binary', everyByte);
      await edit.write('dir/empty', '');
      await edit.write('odd\nname "x"', 'odd');
      const { tree } = await expectValue(worktree.capture({ base }));
      await edit.write('binary', 'overwritten');
      assert.ok(Buffer.from((await expectValue(worktree.readBlob(tree, 'binary'))) ?? []).equals(everyByte));
      assert.equal(text(await expectValue(worktree.readBlob(tree, 'dir/empty'))), '');
      assert.equal(text(await expectValue(worktree.readBlob(tree, 'odd\nname "x"'))), 'odd');
      assert.equal(text(await expectValue(worktree.readBlob(tree, 'dir/b.txt'))), 'beta\n');
      for (const missing of ['nope', 'dir', 'dir/nope', 'a.txt/b', ''])
        assert.equal(await expectValue(worktree.readBlob(tree, missing)), null, missing);
      await expectFailure(worktree.readBlob(unknown, 'a.txt'), 'SnapshotElsewhere');
    },
  },
  {
    name: 'the difference of two trees names every file with its lines, and binary files by name',
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.write('a.txt', 'first agent\nalpha\n');
      const first = await expectValue(worktree.capture({ base }));
      await edit.write('a.txt', 'second agent\nalpha\nmore\n');
      await edit.write('binary', Uint8Array.from([0, 1, 2]));
      await edit.remove('dir/c.txt');
      const second = await expectValue(worktree.capture({ base }));
      const { patch, files } = await expectValue(worktree.diff(first.tree, second.tree));
      assert.deepEqual(files, [
        { path: 'a.txt', mode: '100644', added: 2, removed: 1 },
        { path: 'binary', mode: '100644', added: null, removed: null },
        { path: 'dir/c.txt', mode: null, added: 0, removed: 1 },
      ]);
      const lines = Buffer.from(patch).toString('utf8').split('\n');
      for (const line of ['-first agent', '+second agent', ' alpha', '+more', '-gamma'])
        assert.ok(lines.includes(line), line);
      assert.ok(!lines.includes('+first agent'));
      assert.deepEqual((await expectValue(worktree.diff(base, first.tree))).files, [
        { path: 'a.txt', mode: '100644', added: 1, removed: 0 },
      ]);
    },
  },
  {
    name: 'equal trees do not differ, and an unknown tree is elsewhere',
    run: async ({ worktree }) => {
      const { tree } = await expectValue(worktree.capture({ base: await headOf(worktree) }));
      const same = await expectValue(worktree.diff(tree, tree));
      assert.deepEqual([same.patch.length, same.files], [0, []]);
      const elsewhere = await expectFailure(worktree.diff(unknown, tree), 'SnapshotElsewhere');
      assert.deepEqual(elsewhere.data, { tree: unknown });
      await expectFailure(worktree.diff(tree, unknown), 'SnapshotElsewhere');
    },
  },
];
