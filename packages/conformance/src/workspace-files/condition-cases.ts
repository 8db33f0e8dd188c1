import assert from 'node:assert/strict';
import { sha256Hex } from '@batonkit/core/text';
import { expectDone, expectRefusal, textOf, type WorkspaceCase } from './workspace-case.ts';

/** Writing and removing under a condition, and listing. */
export const conditionCases: readonly WorkspaceCase[] = [
  {
    name: 'a write on the expected content succeeds, on another one it is a Conflict and changes nothing',
    files: { 'a.md': 'one' },
    run: async (files) => {
      await expectDone(files.write('a.md', 'two', { expectedSha: sha256Hex('one') }));
      const conflict = await expectRefusal(files.write('a.md', 'three', { expectedSha: sha256Hex('one') }), 'Conflict');
      assert.deepEqual(conflict.data, { path: 'a.md', expectedSha: sha256Hex('one'), foundSha: sha256Hex('two') });
      assert.equal(await textOf(files, 'a.md'), 'two');
    },
  },
  {
    name: 'null expects that there is no file',
    run: async (files) => {
      await expectDone(files.write('a.md', 'new', { expectedSha: null }));
      const conflict = await expectRefusal(files.write('a.md', 'other', { expectedSha: null }), 'Conflict');
      assert.deepEqual(conflict.data, { path: 'a.md', expectedSha: null, foundSha: sha256Hex('new') });
      assert.equal(await textOf(files, 'a.md'), 'new');
      await expectRefusal(files.write('b.md', 'x', { expectedSha: sha256Hex('never') }), 'Conflict');
      assert.equal(await textOf(files, 'b.md'), null);
    },
  },
  {
    name: 'of many writes that expect the same content exactly one wins',
    files: { 'a.md': 'start' },
    run: async (files) => {
      for (const expectedSha of [sha256Hex('start'), null]) {
        const path = expectedSha === null ? 'new.md' : 'a.md';
        const answers = await Promise.all(
          Array.from({ length: 16 }, (_, rival) => files.write(path, `rival ${rival}`, { expectedSha })),
        );
        const winners = answers.flatMap((answer, rival) => (answer.isOk() ? [`rival ${rival}`] : []));
        assert.equal(winners.length, 1);
        assert.equal(await textOf(files, path), winners[0]);
      }
    },
  },
  {
    name: 'remove tells whether there was a file, and heeds its condition',
    files: { 'a.md': 'kept', 'folder/b.md': 'b' },
    run: async (files) => {
      await expectRefusal(files.remove('a.md', { expectedSha: sha256Hex('other') }), 'Conflict');
      await expectRefusal(files.remove('a.md', { expectedSha: null }), 'Conflict');
      await expectRefusal(files.remove('no/such/a.md', { expectedSha: sha256Hex('x') }), 'Conflict');
      assert.equal(await textOf(files, 'a.md'), 'kept');
      assert.deepEqual(await expectDone(files.remove('a.md', { expectedSha: sha256Hex('kept') })), { removed: true });
      assert.deepEqual(await expectDone(files.remove('a.md')), { removed: false });
      assert.deepEqual(await expectDone(files.remove('no/such/a.md')), { removed: false });
      assert.deepEqual(await expectDone(files.list()), ['folder/b.md']);
    },
  },
  {
    name: 'list names every file below a folder once, by code unit',
    files: { 'b.md': '', 'B.md': '', 'a/z.md': '', 'a/b/c.md': '', 'a-b.md': '', '.hidden/x': '', 'ab/x.md': '' },
    run: async (files) => {
      assert.deepEqual(await expectDone(files.list()), [
        '.hidden/x',
        'B.md',
        'a-b.md',
        'a/b/c.md',
        'a/z.md',
        'ab/x.md',
        'b.md',
      ]);
      assert.deepEqual(await expectDone(files.list('a')), ['a/b/c.md', 'a/z.md']);
      assert.deepEqual(await expectDone(files.list('no/such')), []);
    },
  },
  {
    name: 'a folder in place of a file and a file in place of a folder are StorageFailure and stay',
    files: { 'folder/a.md': 'a', file: 'f', 'deep/er/file': 'd' },
    run: async (files) => {
      for (const path of ['folder', 'deep/er', 'file/below.md', 'deep/er/file/far/below.md']) {
        await expectRefusal(files.read(path), 'StorageFailure');
        await expectRefusal(files.write(path, 'x'), 'StorageFailure');
        await expectRefusal(files.append(path, 'x'), 'StorageFailure');
        await expectRefusal(files.remove(path), 'StorageFailure');
      }
      for (const folder of ['file', 'file/below', 'deep/er/file/far/below'])
        await expectRefusal(files.list(folder), 'StorageFailure');
      assert.deepEqual(await expectDone(files.list()), ['deep/er/file', 'file', 'folder/a.md']);
      assert.equal(await textOf(files, 'file'), 'f');
    },
  },
  {
    name: 'a folder without files counts as absent, and a file may take its place',
    files: { 'a/x': '', 'b/c/x': '', 'd/x': '', 'e/x': '', 'f/x': '', 'f/y/z': '' },
    run: async (files) => {
      for (const path of ['a/x', 'b/c/x', 'd/x', 'e/x', 'f/x']) await expectDone(files.remove(path));
      for (const path of ['a', 'b', 'd', 'e']) {
        assert.equal(await textOf(files, path), null);
        assert.deepEqual(await expectDone(files.remove(path)), { removed: false });
        await expectRefusal(files.write(path, 'x', { expectedSha: sha256Hex('x') }), 'Conflict');
      }
      await expectDone(files.write('a', 'written'));
      await expectDone(files.write('b', 'created', { expectedSha: null }));
      await expectDone(files.append('d', 'appended'));
      await expectDone(files.write('e/x', 'again'));
      await expectRefusal(files.write('f', 'x'), 'StorageFailure');
      await expectRefusal(files.write('f', 'x', { expectedSha: null }), 'StorageFailure');
      await expectRefusal(files.append('f', 'x'), 'StorageFailure');
      assert.deepEqual(await expectDone(files.list()), ['a', 'b', 'd', 'e/x', 'f/y/z']);
      const texts = await Promise.all(['a', 'b', 'd', 'e/x'].map((path) => textOf(files, path)));
      assert.deepEqual(texts, ['written', 'created', 'appended', 'again']);
    },
  },
];
