import assert from 'node:assert/strict';
import type { TaskStore } from '@batonkit/core';
import { commitOf, expectOk, type SuiteCase } from './suite-case.ts';

/** Many callers at once, in this process. */
export const concurrencyCases: readonly SuiteCase[] = [
  {
    name: 'of many commits on one revision exactly one wins',
    run: async (store) => {
      const rivals = Array.from({ length: 16 }, (_, rival) => commitOf({ expected: 0, body: `rival ${rival}` }));
      const answers = await Promise.all(rivals.map((commit) => store.commit(commit)));
      const winners = rivals.filter((_, index) => answers[index]?.isOk());
      assert.equal(winners.length, 1);
      for (const answer of answers) if (answer.isErr()) assert.equal(answer.error.code, 'Conflict');
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 1, body: winners[0]?.body ?? null });
    },
  },
  {
    name: 'a counter under eight writers loses no increment',
    run: async (store) => {
      await Promise.all(Array.from({ length: 8 }, () => increment(store, 5)));
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 40, body: '40' });
      const audit = await expectOk(store.readAudit('TASK-1', { afterRevision: 0, limit: 100 }));
      assert.deepEqual(
        audit.flatMap(({ lines }) => lines),
        Array.from({ length: 40 }, (_, index) => `to ${index + 1}`),
      );
    },
  },
  {
    name: 'a reader sees all of a commit or none of it',
    run: async (store) => {
      let writing = true;
      const writer = increment(store, 30).finally(() => (writing = false));
      writer.catch(() => undefined); // Awaited below; until then its failure must not end the process.
      while (writing) {
        const { revision, body } = await expectOk(store.read('TASK-1'));
        assert.equal(Number(body ?? '0'), revision);
        const audit = await expectOk(store.readAudit('TASK-1', { afterRevision: 0, limit: 100 }));
        assert.ok(audit.length >= revision, `revision ${revision} is visible before its audit`);
        for (const { revision: at, lines } of audit) assert.deepEqual(lines, [`to ${at}`]);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await writer;
    },
  },
];

async function increment(store: TaskStore, times: number): Promise<void> {
  for (let done = 0, attempts = 0; done < times; attempts += 1) {
    assert.ok(attempts < 1000, 'the counter makes no progress');
    const { revision, body } = await expectOk(store.read('TASK-1'));
    const next = Number(body ?? '0') + 1;
    const answer = await store.commit(commitOf({ expected: revision, body: String(next), audit: [`to ${next}`] }));
    if (answer.isOk()) done += 1;
    else assert.equal(answer.error.code, 'Conflict', answer.error.message);
  }
}
