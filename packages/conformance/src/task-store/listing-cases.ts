import assert from 'node:assert/strict';
import { commitOf, expectOk, type SuiteCase } from './suite-case.ts';

/** `list` shows every task once, in order, page by page. */
export const listingCases: readonly SuiteCase[] = [
  {
    name: 'a new store lists nothing, and storing an artifact makes no task',
    run: async (store) => {
      assert.deepEqual(await expectOk(store.list({ limit: 10 })), []);
      await expectOk(store.putArtifact('TASK-1', new Uint8Array([1])));
      assert.deepEqual(await expectOk(store.list({ limit: 10 })), []);
    },
  },
  {
    name: 'tasks are listed by code unit, with revision and whether they are purged',
    run: async (store) => {
      for (const id of ['b', 'B', 'a.b', 'a-b', 'a', '10', '9']) await expectOk(store.commit(commitOf({ id })));
      await expectOk(store.commit(commitOf({ id: 'a', expected: 1, body: null })));
      const listed = await expectOk(store.list({ limit: 100 }));
      assert.deepEqual(
        listed.map(({ id }) => id),
        ['10', '9', 'B', 'a', 'a-b', 'a.b', 'b'],
      );
      assert.deepEqual(listed[3], { id: 'a', revision: 2, purged: true });
      assert.deepEqual(listed[4], { id: 'a-b', revision: 1, purged: false });
    },
  },
  {
    name: 'pages by prefix neither skip nor repeat',
    run: async (store) => {
      for (let index = 0; index < 7; index += 1) await expectOk(store.commit(commitOf({ id: `T-${index}` })));
      for (const id of ['S-1', 'T', 'U-1']) await expectOk(store.commit(commitOf({ id })));
      const ids: string[] = [];
      for (let after: string | undefined, pages = 0; pages < 5; pages += 1) {
        const page = await expectOk(store.list({ prefix: 'T-', limit: 3, ...(after === undefined ? {} : { after }) }));
        assert.ok(page.length <= 3, `${page.length} tasks on a page of 3`);
        ids.push(...page.map(({ id }) => id));
        after = page.at(-1)?.id;
        if (page.length < 3) break;
      }
      assert.deepEqual(await expectOk(store.list({ limit: 0 })), []);
      assert.deepEqual(ids, ['T-0', 'T-1', 'T-2', 'T-3', 'T-4', 'T-5', 'T-6']);
    },
  },
  {
    name: 'ids that differ only in case are different tasks',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ id: 'task-a', body: 'lower' })));
      await expectOk(store.commit(commitOf({ id: 'TASK-A', body: 'upper' })));
      assert.deepEqual(await expectOk(store.read('task-a')), { revision: 1, body: 'lower' });
      assert.deepEqual(await expectOk(store.read('TASK-A')), { revision: 1, body: 'upper' });
      assert.equal((await expectOk(store.list({ limit: 10 }))).length, 2);
    },
  },
];
