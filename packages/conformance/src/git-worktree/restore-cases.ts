import assert from 'node:assert/strict';
import { expectFailure, expectValue, headOf, observeNow, sha256 } from './expectations.ts';
import type { WorktreeCase, WorktreeEdits } from './worktree-under-test.ts';

const unknown = '0123456789'.repeat(4);

/** Putting files back, and writing a tree elsewhere. */
export const restoreCases: readonly WorktreeCase[] = [
  {
    name: 'restore puts the listed files back and touches no other',
    run: async ({ worktree, edit }) => {
      await edit.write('a.txt', 'snapshot\n');
      const { tree } = await expectValue(worktree.capture({ base: await headOf(worktree) }));
      await edit.write('a.txt', 'later\n');
      await edit.remove('dir/b.txt');
      await edit.write('dir/c.txt', 'mine\n');
      await edit.write('added.txt', 'added\n');
      await edit.write('untracked.txt', 'precious\n');
      const answer = await expectValue(
        worktree.restore(tree, [
          { path: 'a.txt', expected: sha256('later\n') },
          { path: 'dir/b.txt', expected: null },
          { path: 'added.txt', expected: sha256('added\n') },
        ]),
      );
      assert.deepEqual(answer, { written: 2, removed: 1 });
      assert.deepEqual(await contents(edit, ['a.txt', 'dir/b.txt', 'dir/c.txt', 'added.txt', 'untracked.txt']), [
        'snapshot\n',
        'beta\n',
        'mine\n',
        null,
        'precious\n',
      ]);
    },
  },
  {
    name: 'restore writes nothing at all when one file is not as expected',
    run: async ({ worktree, edit }) => {
      const { tree } = await expectValue(worktree.capture({ base: await headOf(worktree) }));
      await edit.write('a.txt', 'later\n');
      await edit.write('dir/b.txt', 'somebody else\n');
      await edit.write('extra.txt', 'extra\n');
      for (const expected of [sha256('later\n'), null]) {
        const files = [
          { path: 'a.txt', expected: sha256('later\n') },
          { path: 'extra.txt', expected: sha256('extra\n') },
          { path: 'dir/b.txt', expected },
        ];
        await expectFailure(worktree.restore(tree, files), 'GitFailure', 'changed-meanwhile');
        assert.deepEqual(await contents(edit, ['a.txt', 'extra.txt', 'dir/b.txt']), [
          'later\n',
          'extra\n',
          'somebody else\n',
        ]);
      }
    },
  },
  {
    name: 'a folder that became a file, and a file that became a folder, are listed, looked at and put back',
    files: { file: 'file', 'folder/deep/x': 'x', 'folder/y': 'y' },
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      const { tree: before } = await expectValue(worktree.capture({ base }));
      await edit.remove('file');
      await edit.write('file/deep/inside', 'in');
      await edit.remove('folder');
      await edit.write('folder', 'flat');
      assert.deepEqual(await expectValue(worktree.listFiles()), ['file/deep/inside', 'folder']);
      const observed = await expectValue(worktree.observe({ base, also: ['file', 'folder/deep/x'] }));
      assert.deepEqual(
        observed.changed.map(({ path, status }) => `${status} ${path}`),
        ['deleted file', 'added file/deep/inside', 'added folder', 'deleted folder/deep/x', 'deleted folder/y'],
      );
      const { tree: after } = await expectValue(worktree.capture({ base }));
      const files = (isThere: readonly string[]) =>
        observed.changed.map(({ path }) => {
          const content = {
            file: 'file',
            'folder/deep/x': 'x',
            'folder/y': 'y',
            'file/deep/inside': 'in',
            folder: 'flat',
          };
          return { path, expected: isThere.includes(path) ? sha256(content[path as keyof typeof content]) : null };
        });
      const now = ['file/deep/inside', 'folder'];
      assert.deepEqual(await expectValue(worktree.restore(before, files(now))), { written: 3, removed: 2 });
      assert.deepEqual(await contents(edit, ['file', 'folder/deep/x', 'folder/y']), ['file', 'x', 'y']);
      const back = ['file', 'folder/deep/x', 'folder/y'];
      assert.deepEqual(await expectValue(worktree.restore(after, files(back))), { written: 2, removed: 3 });
      assert.deepEqual(await contents(edit, now), ['in', 'flat']);
    },
  },
  {
    name: 'a folder that holds an ignored file is not replaced by a file, and nothing else is restored',
    run: async ({ worktree, edit }) => {
      await edit.remove('dir');
      await edit.write('dir', 'flat');
      await edit.write('a.txt', 'snapshot\n');
      const { tree } = await expectValue(worktree.capture({ base: await headOf(worktree) }));
      await edit.remove('dir');
      await edit.write('dir/debug.log', 'ignored');
      await edit.write('a.txt', 'later\n');
      const files = [
        { path: 'a.txt', expected: sha256('later\n') },
        { path: 'dir', expected: null },
      ];
      await expectFailure(worktree.restore(tree, files), 'GitFailure', 'unsupported');
      assert.deepEqual(await contents(edit, ['a.txt', 'dir/debug.log']), ['later\n', 'ignored']);
    },
  },
  {
    name: 'what is behind a link to a folder is not in the working tree',
    needs: ['symlink'],
    files: { 'folder/x': 'x', 'other/x': 'other' },
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.remove('folder');
      await edit.symlink?.('folder', 'other');
      assert.deepEqual(await expectValue(worktree.listFiles()), ['folder', 'other/x']);
      const { changed, also } = await expectValue(worktree.observe({ base, also: ['folder/x', 'other/x'] }));
      assert.deepEqual(
        changed.map(({ path, status }) => `${status} ${path}`),
        ['added folder', 'deleted folder/x'],
      );
      assert.deepEqual(also, [{ path: 'other/x', sha256: sha256('other') }]);
      const { tree } = await expectValue(worktree.capture({ base }));
      assert.equal(await expectValue(worktree.readBlob(tree, 'folder/x')), null);
      const files = [{ path: 'folder/x', expected: sha256('other') }];
      await expectFailure(worktree.restore(tree, files), 'GitFailure', 'changed-meanwhile');
      assert.deepEqual(await contents(edit, ['other/x']), ['other']);
    },
  },
  {
    name: 'after a restore of everything that changed, a look sees the snapshot again',
    needs: ['chmod', 'symlink'],
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.chmod?.('a.txt', true);
      await edit.symlink?.('link', 'a.txt');
      await edit.write('dir/b.txt', 'snapshot\n');
      const captured = await expectValue(worktree.capture({ base }));
      await edit.chmod?.('a.txt', false);
      await edit.remove('link');
      await edit.write('link', 'a file now\n');
      await edit.write('dir/b.txt', 'later\n');
      await expectValue(
        worktree.restore(captured.tree, [
          { path: 'a.txt', expected: sha256('alpha\n') },
          { path: 'link', expected: sha256('a file now\n') },
          { path: 'dir/b.txt', expected: sha256('later\n') },
        ]),
      );
      assert.deepEqual((await observeNow(worktree)).changed, captured.changed);
    },
  },
  {
    name: 'a look also tells what unchanged files hold when asked, so that an undone change can be restored',
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.write('a.txt', 'snapshot\n');
      await edit.remove('dir/b.txt');
      const { tree } = await expectValue(worktree.capture({ base }));
      await edit.write('a.txt', 'alpha\n');
      await edit.write('dir/b.txt', 'beta\n');
      await edit.write('dir/c.txt', 'later\n');
      const also = ['a.txt', 'dir/b.txt', 'dir/c.txt', 'gone.txt'];
      const state = await expectValue(worktree.observe({ base, also }));
      assert.deepEqual(state.also, [
        { path: 'a.txt', sha256: sha256('alpha\n') },
        { path: 'dir/b.txt', sha256: sha256('beta\n') },
        { path: 'gone.txt', sha256: null },
      ]);
      const files = state.also.slice(0, 2).map(({ path, sha256: expected }) => ({ path, expected }));
      await edit.write('a.txt', 'meanwhile\n');
      await expectFailure(worktree.restore(tree, files), 'GitFailure', 'changed-meanwhile');
      await edit.write('a.txt', 'alpha\n');
      assert.deepEqual(await expectValue(worktree.restore(tree, files)), { written: 1, removed: 1 });
      assert.deepEqual(await contents(edit, ['a.txt', 'dir/b.txt', 'dir/c.txt']), ['snapshot\n', null, 'later\n']);
      await expectFailure(worktree.observe({ base, also: ['../outside'] }), 'GitFailure', 'unsupported');
    },
  },
  {
    name: 'restore refuses an unknown tree and paths that lead out of the working tree',
    run: async ({ worktree }) => {
      await expectFailure(worktree.restore(unknown, []), 'SnapshotElsewhere');
      const { tree } = await expectValue(worktree.capture({ base: await headOf(worktree) }));
      for (const path of ['../outside', '.git/config', '/etc/x', 'dir/../../x', ''])
        await expectFailure(worktree.restore(tree, [{ path, expected: null }]), 'GitFailure', 'unsupported');
    },
  },
  {
    name: 'a stored tree is written into a new directory, whole',
    needs: ['target'],
    run: async ({ worktree, edit }) => {
      await edit.write('a.txt', 'snapshot\n');
      await edit.write('new/deep.txt', 'deep\n');
      await edit.remove('dir/c.txt');
      const { tree } = await expectValue(worktree.capture({ base: await headOf(worktree) }));
      const target = edit.target?.();
      assert.ok(target);
      assert.deepEqual(await expectValue(worktree.materialize(tree, target.directory)), { files: 4 });
      assert.deepEqual(await contents(target, ['a.txt', 'new/deep.txt', 'dir/b.txt', 'dir/c.txt']), [
        'snapshot\n',
        'deep\n',
        'beta\n',
        null,
      ]);
      await expectFailure(worktree.materialize(tree, target.directory), 'GitFailure');
      await expectFailure(worktree.materialize(unknown, `${target.directory}-2`), 'SnapshotElsewhere');
    },
  },
];

async function contents(from: Pick<WorktreeEdits, 'read'>, paths: readonly string[]): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const path of paths) {
    const bytes = await from.read(path);
    found.push(bytes === null ? null : Buffer.from(bytes).toString('utf8'));
  }
  return found;
}
