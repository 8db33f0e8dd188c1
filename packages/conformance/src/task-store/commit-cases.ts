import assert from 'node:assert/strict';
import { sha256Hex } from '@batonkit/core/text';
import { commitOf, expectCode, expectOk, observe, type SuiteCase } from './suite-case.ts';

/** Compare-and-set, gapless revisions, purge and re-creation. */
export const commitCases: readonly SuiteCase[] = [
  {
    name: 'a task that never existed reads as revision 0 without a body',
    run: async (store) => {
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 0, body: null });
    },
  },
  {
    name: 'commits make revisions 1, 2, 3 and read back as written',
    run: async (store) => {
      for (const expected of [0, 1, 2]) {
        const committed = await expectOk(store.commit(commitOf({ expected, body: `body ${expected}` })));
        assert.deepEqual(committed, { revision: expected + 1, replayed: false });
        assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: expected + 1, body: `body ${expected}` });
      }
    },
  },
  {
    name: 'a commit on an older revision is a Conflict and changes nothing',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ expected: 0, body: 'first' })));
      await expectOk(store.commit(commitOf({ expected: 1, body: 'second' })));
      const before = await observe(store);
      const conflict = await expectCode(store.commit(commitOf({ expected: 1, body: 'late' })), 'Conflict');
      assert.deepEqual(conflict.data, { id: 'TASK-1', expected: 1, found: 2 });
      assert.deepEqual(await observe(store), before);
    },
  },
  {
    name: 'a commit on a revision that does not exist yet is a Conflict and changes nothing',
    run: async (store) => {
      await expectCode(store.commit(commitOf({ expected: 7 })), 'Conflict');
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 0, body: null });
      await expectOk(store.commit(commitOf({ expected: 0 })));
      await expectCode(store.commit(commitOf({ expected: 2 })), 'Conflict');
    },
  },
  {
    name: 'a refused commit leaves no trace of body, audit or revision',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ expected: 0, body: 'kept' })));
      const before = await observe(store);
      const unknown = sha256Hex('never stored');
      await expectCode(store.commit(commitOf({ expected: 1, body: 'torn', artifacts: [unknown] })), 'ArtifactMissing');
      assert.deepEqual(await observe(store), before);
      assert.deepEqual(await expectOk(store.commit(commitOf({ expected: 1 }))), { revision: 2, replayed: false });
    },
  },
  {
    name: 'an empty body is a body, and only null purges',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ expected: 0, body: '' })));
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 1, body: '' });
    },
  },
  {
    name: 'a purge takes a revision, and a new life goes on counting',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ expected: 0, body: 'first life' })));
      assert.equal((await expectOk(store.commit(commitOf({ expected: 1, body: null })))).revision, 2);
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 2, body: null });
      assert.equal((await expectOk(store.commit(commitOf({ expected: 2, body: 'second life' })))).revision, 3);
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 3, body: 'second life' });
    },
  },
  {
    name: 'a writer that paused in a purged life cannot write into the next one',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ expected: 0, body: 'first life' })));
      await expectOk(store.commit(commitOf({ expected: 1, body: null })));
      await expectCode(store.commit(commitOf({ expected: 0, body: 'fresh start' })), 'Conflict');
      await expectOk(store.commit(commitOf({ expected: 2, body: 'second life' })));
      const before = await observe(store);
      await expectCode(store.commit(commitOf({ expected: 1, body: 'ghost' })), 'Conflict');
      assert.deepEqual(await observe(store), before);
    },
  },
  {
    name: 'tasks do not touch each other',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ id: 'TASK-1', body: 'one' })));
      await expectOk(store.commit(commitOf({ id: 'TASK-2', body: 'two' })));
      await expectOk(store.commit(commitOf({ id: 'TASK-2', expected: 1, body: null })));
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 1, body: 'one' });
    },
  },
];
