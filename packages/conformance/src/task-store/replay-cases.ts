import assert from 'node:assert/strict';
import type { TaskCommit } from '@batonkit/core';
import { commitOf, expectCode, expectOk, observe, type SuiteCase } from './suite-case.ts';

/** A commit repeated after an unknown outcome is recognised by its operation id. */
export const replayCases: readonly SuiteCase[] = [
  {
    name: 'repeating a commit answers the revision it made and applies nothing',
    run: async (store) => {
      const commit = commitOf({ expected: 0, body: 'once' });
      await expectOk(store.commit(commit));
      const before = await observe(store);
      assert.deepEqual(await expectOk(store.commit(commit)), { revision: 1, replayed: true });
      assert.deepEqual(await observe(store), before);
    },
  },
  {
    name: 'a repeated commit is recognised behind later commits, a purge and a new life',
    run: async (store) => {
      const commit = commitOf({ expected: 1, body: 'once' });
      await expectOk(store.commit(commitOf({ expected: 0 })));
      await expectOk(store.commit(commit));
      await expectOk(store.commit(commitOf({ expected: 2, body: 'later' })));
      assert.deepEqual(await expectOk(store.commit(commit)), { revision: 2, replayed: true });
      await expectOk(store.commit(commitOf({ expected: 3, body: null })));
      await expectOk(store.commit(commitOf({ expected: 4, body: 'new life' })));
      const before = await observe(store);
      assert.deepEqual(await expectOk(store.commit(commit)), { revision: 2, replayed: true });
      assert.deepEqual(await observe(store), before);
    },
  },
  {
    name: 'a repeated purge is recognised',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ expected: 0 })));
      const purge = commitOf({ expected: 1, body: null });
      await expectOk(store.commit(purge));
      assert.deepEqual(await expectOk(store.commit(purge)), { revision: 2, replayed: true });
    },
  },
  {
    name: 'an operation id with another body or other audit lines is OperationIdReused and changes nothing',
    run: async (store) => {
      const commit = commitOf({ expected: 0, body: 'mine' });
      await expectOk(store.commit(commit));
      const before = await observe(store);
      const reused = await expectCode(store.commit({ ...commit, body: 'other' }), 'OperationIdReused');
      assert.equal(reused.data.revision, 1);
      await expectCode(store.commit({ ...commit, body: null }), 'OperationIdReused');
      await expectCode(store.commit({ ...commit, audit: ['other line'] }), 'OperationIdReused');
      assert.deepEqual(await observe(store), before);
    },
  },
  {
    name: 'contents that look alike are told apart: OperationIdReused',
    run: async (store) => {
      const alike: (readonly [Partial<TaskCommit>, Partial<TaskCommit>])[] = [
        [{ body: null }, { body: '' }],
        [{ body: null }, { body: 'null' }],
        [{ audit: [] }, { audit: [''] }],
        [{ audit: ['a', 'bc'] }, { audit: ['ab', 'c'] }],
        [{ audit: ['a', 'b'] }, { audit: ['b', 'a'] }],
        [
          { audit: ['a'], body: 'b\nc' },
          { audit: ['a', 'b'], body: 'c' },
        ],
      ];
      for (const [index, [mine, other]] of alike.entries()) {
        const commit = commitOf({ id: `ALIKE-${index}`, ...mine });
        await expectOk(store.commit(commit));
        const reused = await expectCode(store.commit({ ...commit, ...other }), 'OperationIdReused');
        assert.deepEqual(reused.data, { id: commit.id, operationId: commit.operationId, revision: 1 });
        assert.deepEqual(await expectOk(store.commit(commit)), { revision: 1, replayed: true });
      }
    },
  },
  {
    name: 'an operation id counts only in the revisions after the expected one',
    run: async (store) => {
      const commit = commitOf({ expected: 0, body: 'once' });
      await expectOk(store.commit(commit));
      for (const expected of [1, 2]) await expectOk(store.commit(commitOf({ expected })));
      const late = await expectCode(store.commit({ ...commit, expected: 1 }), 'Conflict');
      assert.deepEqual(late.data, { id: 'TASK-1', expected: 1, found: 3 });
      assert.deepEqual(await expectOk(store.commit({ ...commit, expected: 3 })), { revision: 4, replayed: false });
    },
  },
  {
    name: 'the same operation id in another task is another operation',
    run: async (store) => {
      const commit = commitOf({ body: 'mine' });
      await expectOk(store.commit(commit));
      assert.deepEqual(await expectOk(store.commit({ ...commit, id: 'TASK-2', body: 'other' })), {
        revision: 1,
        replayed: false,
      });
    },
  },
];
