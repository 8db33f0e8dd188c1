import assert from 'node:assert/strict';
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
