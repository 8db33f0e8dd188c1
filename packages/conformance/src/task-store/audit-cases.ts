import assert from 'node:assert/strict';
import { commitOf, expectOk, type SuiteCase } from './suite-case.ts';

/** Audit lines commit with their revision, in order, and stay. */
export const auditCases: readonly SuiteCase[] = [
  {
    name: 'audit lines come back whole, in order, under the revision that wrote them',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ expected: 0, audit: ['a', 'b'] })));
      await expectOk(store.commit(commitOf({ expected: 1, audit: [] })));
      await expectOk(store.commit(commitOf({ expected: 2, audit: ['{"ü":"\\u0000"}', '  spaces  ', ''] })));
      assert.deepEqual(await expectOk(store.readAudit('TASK-1', { afterRevision: 0, limit: 10 })), [
        { revision: 1, lines: ['a', 'b'] },
        { revision: 2, lines: [] },
        { revision: 3, lines: ['{"ü":"\\u0000"}', '  spaces  ', ''] },
      ]);
    },
  },
  {
    name: 'the audit is read in pages that neither skip nor repeat',
    run: async (store) => {
      for (let expected = 0; expected < 7; expected += 1)
        await expectOk(store.commit(commitOf({ expected, audit: [`line ${expected}`] })));
      const revisions: number[] = [];
      for (let after = 0, pages = 0; pages < 5; pages += 1) {
        const page = await expectOk(store.readAudit('TASK-1', { afterRevision: after, limit: 3 }));
        assert.ok(page.length <= 3, `${page.length} revisions on a page of 3`);
        revisions.push(...page.map(({ revision }) => revision));
        if (page.length < 3) break;
        after = page.at(-1)?.revision ?? after;
      }
      assert.deepEqual(await expectOk(store.readAudit('TASK-1', { afterRevision: 0, limit: 0 })), []);
      assert.deepEqual(revisions, [1, 2, 3, 4, 5, 6, 7]);
    },
  },
  {
    name: 'the audit survives a purge, a new life and a sweep',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ expected: 0, audit: ['born'] })));
      await expectOk(store.commit(commitOf({ expected: 1, body: null, audit: ['purged'] })));
      const kept = await expectOk(store.readAudit('TASK-1', { afterRevision: 0, limit: 10 }));
      assert.deepEqual(
        kept.flatMap(({ lines }) => lines),
        ['born', 'purged'],
      );
      await expectOk(store.commit(commitOf({ expected: 2, audit: ['reborn'] })));
      await expectOk(store.sweep({ olderThanMs: 0 }));
      const audit = await expectOk(store.readAudit('TASK-1', { afterRevision: 0, limit: 10 }));
      assert.deepEqual(
        audit.flatMap(({ lines }) => lines),
        ['born', 'purged', 'reborn'],
      );
    },
  },
  {
    name: 'an unknown task and a page behind the end have no audit',
    run: async (store) => {
      assert.deepEqual(await expectOk(store.readAudit('TASK-1', { afterRevision: 0, limit: 10 })), []);
      await expectOk(store.commit(commitOf({})));
      assert.deepEqual(await expectOk(store.readAudit('TASK-1', { afterRevision: 5, limit: 10 })), []);
    },
  },
  {
    name: 'a page from before the start begins at the start, and a limit below 0 is 0',
    run: async (store) => {
      const page = (afterRevision: number, limit: number) =>
        expectOk(store.readAudit('TASK-1', { afterRevision, limit }));
      assert.deepEqual(await page(-1, 1), []);
      for (let expected = 0; expected < 3; expected += 1)
        await expectOk(store.commit(commitOf({ expected, audit: [`line ${expected}`] })));
      assert.deepEqual(await page(-1, 2), await page(0, 2));
      assert.deepEqual(await page(-5, 1), await page(0, 1));
      assert.deepEqual(await page(-2, 10), await page(0, 10));
      assert.deepEqual(await page(0, -1), []);
      assert.deepEqual(await page(2, -1), []);
      assert.deepEqual(await page(-2, -1), []);
      await expectOk(store.commit(commitOf({ id: 'TASK-2' })));
      assert.deepEqual(await expectOk(store.list({ limit: -1 })), []);
    },
  },
];
