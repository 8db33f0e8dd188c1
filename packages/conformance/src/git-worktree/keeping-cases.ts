import assert from 'node:assert/strict';
import type { GitWorktree } from '@batonkit/core';
import { expectFailure, expectValue, headOf } from './expectations.ts';
import type { WorktreeCase, WorktreeEdits } from './worktree-under-test.ts';

const unknown = '0123456789'.repeat(4);

/** How long stored trees stay. */
export const keepingCases: readonly WorktreeCase[] = [
  {
    name: 'a kept tree survives every sweep, a tree without a name does not',
    run: async ({ worktree, edit }) => {
      const kept = await captureWith(worktree, edit, 'kept\n');
      await expectValue(worktree.keep('TASK-1/implementer', kept));
      const loose = await captureWith(worktree, edit, 'loose\n');
      await edit.write('a.txt', 'now something else\n');
      const { freedBytes } = await expectValue(worktree.sweep({ olderThanMs: 0 }));
      assert.ok(freedBytes > 0);
      assert.equal(await readA(worktree, kept), 'kept\n');
      assert.ok((await expectValue(worktree.diff(await headOf(worktree), kept))).files.length > 0);
      await expectFailure(worktree.readBlob(loose, 'a.txt'), 'SnapshotElsewhere');
      await expectFailure(worktree.keep('late', loose), 'SnapshotElsewhere');
    },
  },
  {
    name: 'a sweep leaves what is younger than asked for',
    run: async ({ worktree, edit }) => {
      const tree = await captureWith(worktree, edit, 'young\n');
      await expectValue(worktree.sweep({ olderThanMs: 3_600_000 }));
      assert.equal(await readA(worktree, tree), 'young\n');
    },
  },
  {
    name: 'a name moves to another tree',
    run: async ({ worktree, edit }) => {
      const first = await captureWith(worktree, edit, 'first\n');
      await expectValue(worktree.keep('name', first));
      const second = await captureWith(worktree, edit, 'second\n');
      await expectValue(worktree.keep('name', second));
      await edit.write('a.txt', 'now something else\n');
      await expectValue(worktree.sweep({ olderThanMs: 0 }));
      assert.equal(await readA(worktree, second), 'second\n');
      await expectFailure(worktree.readBlob(first, 'a.txt'), 'SnapshotElsewhere');
    },
  },
  {
    name: 'dropping gives up the names with the prefix and no other',
    run: async ({ worktree, edit }) => {
      const trees: string[] = [];
      const names = ['TASK-1/a', 'TASK-1/B', 'TASK-10/a', 'task-1/a'];
      for (const name of names) {
        const tree = await captureWith(worktree, edit, `${name}\n`);
        await expectValue(worktree.keep(name, tree));
        trees.push(tree);
      }
      await edit.write('a.txt', 'now something else\n');
      assert.deepEqual(await expectValue(worktree.drop('TASK-1/')), { dropped: 2 });
      assert.deepEqual(await expectValue(worktree.drop('TASK-1/')), { dropped: 0 });
      await expectValue(worktree.sweep({ olderThanMs: 0 }));
      const [first = '', second = '', third = '', fourth = ''] = trees;
      await expectFailure(worktree.readBlob(first, 'a.txt'), 'SnapshotElsewhere');
      await expectFailure(worktree.readBlob(second, 'a.txt'), 'SnapshotElsewhere');
      assert.equal(await readA(worktree, third), 'TASK-10/a\n');
      assert.equal(await readA(worktree, fourth), 'task-1/a\n');
    },
  },
  {
    name: 'task ids of the greatest length are kept, each apart from those that differ in one letter or its case',
    run: async ({ worktree, edit }) => {
      const ids = ['A', 'B', 'a'].map((last) => 'A'.repeat(127) + last);
      const trees: string[] = [];
      for (const id of ids) {
        const tree = await captureWith(worktree, edit, `${id}\n`);
        await expectValue(worktree.keep(`${id}/${tree}`, tree));
        trees.push(tree);
      }
      await edit.write('a.txt', 'now something else\n');
      assert.deepEqual(await expectValue(worktree.drop(`${ids[0]}/`)), { dropped: 1 });
      await expectValue(worktree.sweep({ olderThanMs: 0 }));
      const [first = '', second = '', third = ''] = trees;
      await expectFailure(worktree.readBlob(first, 'a.txt'), 'SnapshotElsewhere');
      assert.equal(await readA(worktree, second), `${ids[1]}\n`);
      assert.equal(await readA(worktree, third), `${ids[2]}\n`);
    },
  },
  {
    name: 'what two kept trees share stays until both are dropped',
    run: async ({ worktree, edit }) => {
      await edit.write('shared/file', 'shared\n');
      const first = await captureWith(worktree, edit, 'first\n');
      const second = await captureWith(worktree, edit, 'second\n');
      await expectValue(worktree.keep('one', first));
      await expectValue(worktree.keep('two', second));
      await edit.remove('shared/file');
      await expectValue(worktree.drop('one'));
      await expectValue(worktree.sweep({ olderThanMs: 0 }));
      const blob = await expectValue(worktree.readBlob(second, 'shared/file'));
      assert.equal(Buffer.from(blob ?? []).toString(), 'shared\n');
    },
  },
  {
    name: 'an unknown tree cannot be kept',
    run: async ({ worktree }) => {
      await expectFailure(worktree.keep('name', unknown), 'SnapshotElsewhere');
      assert.deepEqual(await expectValue(worktree.drop('name')), { dropped: 0 });
    },
  },
];

async function captureWith(worktree: GitWorktree, edit: WorktreeEdits, content: string): Promise<string> {
  await edit.write('a.txt', content);
  return (await expectValue(worktree.capture({ base: await headOf(worktree) }))).tree;
}

async function readA(worktree: GitWorktree, tree: string): Promise<string> {
  return Buffer.from((await expectValue(worktree.readBlob(tree, 'a.txt'))) ?? []).toString('utf8');
}
