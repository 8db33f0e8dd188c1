import assert from 'node:assert/strict';
import { blobId, comparable, expectFailure, expectValue, headOf, observeNow, only, sha256 } from './expectations.ts';
import { startFiles, type WorktreeCase } from './worktree-under-test.ts';

/** What a look sees, and what it must not mistake for a change. */
export const lookCases: readonly WorktreeCase[] = [
  {
    name: 'a working tree as committed has no changes',
    run: async ({ worktree }) => {
      const { commit, branch } = await expectValue(worktree.head());
      const state = await expectValue(worktree.observe({ base: commit }));
      assert.deepEqual(comparable(state), { head: commit, branch, changed: [] });
      assert.match(commit, /^[0-9a-f]{40,64}$/);
    },
  },
  {
    name: 'an edited file is reported with mode, size, both contents and its letters',
    run: async ({ worktree, edit }) => {
      await edit.write('dir/b.txt', 'beta two\n');
      assert.deepEqual(only(await observeNow(worktree)), {
        path: 'dir/b.txt',
        status: 'modified',
        xy: '.M',
        mode: '100644',
        size: 9,
        sha256: sha256('beta two\n'),
        baseBlob: blobId('beta\n'),
        staged: `100644 ${blobId('beta\n')}`,
      });
    },
  },
  {
    name: 'a new file is reported by itself, also in a new directory',
    run: async ({ worktree, edit }) => {
      await edit.write('new/deep/one.txt', 'one');
      await edit.write('new/deep/two.txt', '');
      const { changed } = await observeNow(worktree);
      assert.deepEqual(
        changed.map(({ path, status, xy, size, sha256: sha, baseBlob }) => [path, status, xy, size, sha, baseBlob]),
        [
          ['new/deep/one.txt', 'added', '??', 3, sha256('one'), null],
          ['new/deep/two.txt', 'added', '??', 0, sha256(''), null],
        ],
      );
    },
  },
  {
    name: 'a removed file is reported without content',
    run: async ({ worktree, edit }) => {
      await edit.remove('a.txt');
      assert.deepEqual(only(await observeNow(worktree)), {
        path: 'a.txt',
        status: 'deleted',
        xy: '.D',
        mode: null,
        size: null,
        sha256: null,
        baseBlob: blobId('alpha\n'),
        staged: `100644 ${blobId('alpha\n')}`,
      });
    },
  },
  {
    name: 'a second edit to a file that was already edited is seen, also when its size stays',
    run: async ({ worktree, edit }) => {
      await edit.write('a.txt', 'one\n');
      const first = await observeNow(worktree);
      await edit.write('a.txt', 'two\n');
      const second = await observeNow(worktree);
      assert.notDeepEqual(comparable(second), comparable(first));
      assert.equal(only(second).sha256, sha256('two\n'));
      await edit.write('a.txt', 'one\n');
      assert.deepEqual(comparable(await observeNow(worktree)), comparable(first));
    },
  },
  {
    name: 'a second edit to an untracked file is seen',
    run: async ({ worktree, edit }) => {
      await edit.write('new.txt', 'one\n');
      const first = await observeNow(worktree);
      await edit.write('new.txt', 'two\n');
      assert.notDeepEqual(comparable(await observeNow(worktree)), comparable(first));
    },
  },
  {
    name: 'two looks at an unchanged tree are equal',
    run: async ({ worktree, edit }) => {
      await edit.write('a.txt', 'changed\n');
      await edit.write('new.txt', 'new\n');
      await edit.remove('dir/c.txt');
      const first = await observeNow(worktree);
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.deepEqual(comparable(await observeNow(worktree)), comparable(first));
      assert.deepEqual(comparable(await expectValue(worktree.capture({ base: first.head }))), comparable(first));
    },
  },
  {
    name: 'time stamps are not changes',
    needs: ['touch'],
    run: async ({ worktree, edit }) => {
      await edit.write('dir/b.txt', 'edited\n');
      const before = await observeNow(worktree);
      await edit.touch?.('a.txt');
      await edit.touch?.('dir/b.txt');
      assert.deepEqual(comparable(await observeNow(worktree)), comparable(before));
    },
  },
  {
    name: 'staging alone shows in the letters and in what is staged, and nowhere else',
    needs: ['stage'],
    run: async ({ worktree, edit }) => {
      await edit.write('a.txt', 'changed\n');
      const unstaged = only(await observeNow(worktree));
      await edit.stage?.('a.txt');
      const staged = only(await observeNow(worktree));
      assert.equal(unstaged.xy, '.M');
      assert.deepEqual(staged, { ...unstaged, xy: 'M.', staged: `100644 ${blobId('changed\n')}` });
    },
  },
  {
    name: 'a file that was edited after staging is reported as it stands on disk',
    needs: ['stage'],
    run: async ({ worktree, edit }) => {
      await edit.write('a.txt', 'staged\n');
      await edit.stage?.('a.txt');
      await edit.write('a.txt', 'on disk\n');
      const seen = only(await observeNow(worktree));
      assert.deepEqual([seen.xy, seen.sha256], ['MM', sha256('on disk\n')]);
    },
  },
  {
    name: 'a changed mode is a change, and is reported with unchanged content',
    needs: ['chmod'],
    run: async ({ worktree, edit }) => {
      await edit.chmod?.('a.txt', true);
      const seen = only(await observeNow(worktree));
      assert.deepEqual([seen.status, seen.mode, seen.sha256], ['modified', '100755', sha256('alpha\n')]);
      await edit.chmod?.('a.txt', false);
      assert.deepEqual((await observeNow(worktree)).changed, []);
    },
  },
  {
    name: 'a link is reported by its target text and never followed',
    needs: ['symlink'],
    run: async ({ worktree, edit }) => {
      await edit.symlink?.('link', 'a.txt');
      await edit.symlink?.('dangling', 'no/where');
      await edit.remove('dir/b.txt');
      await edit.symlink?.('dir/b.txt', '../a.txt');
      const { changed } = await observeNow(worktree);
      assert.deepEqual(
        changed.map(({ path, status, mode, size, sha256: sha }) => [path, status, mode, size, sha]),
        [
          ['dangling', 'added', '120000', 8, sha256('no/where')],
          ['dir/b.txt', 'type-changed', '120000', 8, sha256('../a.txt')],
          ['link', 'added', '120000', 5, sha256('a.txt')],
        ],
      );
    },
  },
  {
    name: 'ignored files are not looked at',
    run: async ({ worktree, edit }) => {
      await edit.write('ignored/file.txt', 'x');
      await edit.write('debug.log', 'x');
      assert.deepEqual((await observeNow(worktree)).changed, []);
      assert.ok(!(await expectValue(worktree.listFiles())).some((path) => /ignored|log$/.test(path)));
    },
  },
  {
    name: 'a look against an older commit reports what differs from that commit',
    run: async ({ worktree, edit }) => {
      const base = await headOf(worktree);
      await edit.write('a.txt', 'second\n');
      await edit.write('new.txt', 'new\n');
      const head = await edit.commit();
      await edit.write('dir/b.txt', 'edited\n');
      await edit.remove('new.txt');
      const state = await expectValue(worktree.observe({ base }));
      assert.equal(state.head, head);
      const seen = state.changed.filter(({ path }) => path !== 'new.txt');
      assert.deepEqual(
        seen.map(({ path, status, sha256: sha, baseBlob }) => [path, status, sha, baseBlob]),
        [
          ['a.txt', 'modified', sha256('second\n'), blobId('alpha\n')],
          ['dir/b.txt', 'modified', sha256('edited\n'), blobId('beta\n')],
        ],
      );
      await edit.write('a.txt', 'alpha\n');
      await edit.write('dir/b.txt', 'beta\n');
      await edit.commit();
      assert.deepEqual((await expectValue(worktree.observe({ base }))).changed, []);
    },
  },
  {
    name: 'names come back exactly, in the order of their code points',
    run: async ({ worktree, edit }) => {
      const names = [' lead', 'a b', 'back\\slash', 'é', 'quo"te', 'tab\tline\nend', '\u{ff21}', '\u{1f600}'];
      for (const name of names) await edit.write(name, name);
      const { changed } = await observeNow(worktree);
      const expected = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      assert.deepEqual(
        changed.map(({ path }) => path),
        expected,
      );
      for (const { path, sha256: sha } of changed) assert.equal(sha, sha256(path));
    },
  },
  {
    name: 'files are listed when they exist, tracked or not',
    run: async ({ worktree, edit }) => {
      await edit.remove('a.txt');
      await edit.write('new.txt', 'new');
      await edit.write('dir/z.txt', 'z');
      const expected = [...Object.keys(startFiles), 'new.txt', 'dir/z.txt'].filter((path) => path !== 'a.txt').sort();
      assert.deepEqual(await expectValue(worktree.listFiles()), expected);
    },
  },
  {
    name: 'a commit that the repository does not have is refused',
    run: async ({ worktree }) => {
      const unknown = '0123456789'.repeat(4);
      await expectFailure(worktree.observe({ base: unknown }), 'GitFailure', 'unknown-commit');
      await expectFailure(worktree.capture({ base: unknown }), 'GitFailure', 'unknown-commit');
      await expectFailure(worktree.treeOf(unknown), 'GitFailure', 'unknown-commit');
    },
  },
];
