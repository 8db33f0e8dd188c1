import assert from 'node:assert/strict';
import type { TaskCommit } from '@batonkit/core';
import { commitOf, expectCode, expectOk, observe, type SuiteCase } from './suite-case.ts';

const HOSTILE_IDS = [
  '',
  '.',
  '..',
  '../TASK-1',
  'a/b',
  'a\\b',
  'a..b',
  '/etc/passwd',
  'a\0b',
  'a b',
  '-rf',
  '.hidden',
  'ü',
  'a\nb',
  'x'.repeat(129),
  'con:',
  '*',
];
const LARGEST_TRIED = 64 * 1024 * 1024;

/** What comes from outside: ids, texts of every kind, sizes at and above the limits. */
export const inputCases: readonly SuiteCase[] = [
  {
    name: 'every method refuses an id that cannot name a task',
    run: async (store) => {
      for (const id of HOSTILE_IDS) {
        await expectCode(store.read(id), 'InvalidTaskId');
        await expectCode(store.commit(commitOf({ id })), 'InvalidTaskId');
        await expectCode(store.putArtifact(id, new Uint8Array([1])), 'InvalidTaskId');
        await expectCode(store.getArtifact(id, 'a'.repeat(64)), 'InvalidTaskId');
        await expectCode(store.readAudit(id, { afterRevision: 0, limit: 1 }), 'InvalidTaskId');
      }
      assert.deepEqual(await expectOk(store.list({ limit: 10 })), []);
    },
  },
  {
    name: 'ids at the edge of what is allowed name tasks, each its own',
    run: async (store) => {
      const ids = [
        'a',
        '0',
        'x'.repeat(128),
        'CON',
        'nul',
        'aux.txt',
        'a.',
        'a.lock',
        'HEAD',
        'constructor',
        '1e3',
        'a_b-c.d',
      ];
      for (const id of ids) await expectOk(store.commit(commitOf({ id, body: `body of ${id}` })));
      for (const id of ids) assert.equal((await expectOk(store.read(id))).body, `body of ${id}`);
      assert.equal((await expectOk(store.list({ limit: 100 }))).length, ids.length);
    },
  },
  {
    name: 'texts come back exactly: U+0000, BOM, line endings, emoji, unassigned code points',
    run: async (store) => {
      const texts = [
        '\0',
        '\uFEFFbom',
        'crlf\r\nlf\ncr\r',
        '👩‍👩‍👧‍👦 naïve ǅ',
        '\u{10FFFF}\uFFFF\u0085\u2028',
        '"\\\'',
        '{"a":-0}',
        ' '.repeat(3),
      ];
      for (const [expected, body] of texts.entries()) {
        await expectOk(store.commit(commitOf({ expected, body, audit: [body.replaceAll(/[\r\n]/g, '')] })));
        assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: expected + 1, body });
      }
      const audit = await expectOk(store.readAudit('TASK-1', { afterRevision: 0, limit: 100 }));
      assert.deepEqual(
        audit.map(({ lines }) => lines[0]),
        texts.map((body) => body.replaceAll(/[\r\n]/g, '')),
      );
    },
  },
  {
    name: 'a malformed commit is InvalidInput and changes nothing',
    run: async (store) => {
      await expectOk(store.commit(commitOf({ body: 'kept' })));
      const before = await observe(store);
      const malformed: Partial<TaskCommit>[] = [
        { expected: -1 },
        { expected: 0.5 },
        { operationId: '' },
        { operationId: 'x'.repeat(129) },
        { body: '\uD800' },
        { audit: ['two\nlines'] },
        { audit: ['\uDC00'] },
        { artifacts: ['../escape'] },
      ];
      for (const changes of malformed)
        await expectCode(store.commit(commitOf({ expected: 1, ...changes })), 'InvalidInput');
      assert.deepEqual(await observe(store), before);
    },
  },
  {
    name: 'a body of the largest size is taken, and one byte more is RecordTooLarge',
    run: async (store) => {
      const limit = store.capabilities.maxBodyBytes;
      if (limit > LARGEST_TRIED) return;
      const body = `${'ü'.repeat(Math.floor((limit - 1) / 2))}${limit % 2 === 0 ? 'aa' : 'a'}`;
      await expectOk(store.commit(commitOf({ expected: 0, body })));
      assert.equal((await expectOk(store.read('TASK-1'))).body === body, true);
      const refused = await expectCode(store.commit(commitOf({ expected: 1, body: `${body}a` })), 'RecordTooLarge');
      assert.deepEqual(refused.data, { id: 'TASK-1', bytes: limit + 1, limit });
      assert.equal((await expectOk(store.read('TASK-1'))).revision, 1);
    },
  },
  {
    name: 'an artifact of the largest size is taken, and one byte more is ArtifactTooLarge',
    run: async (store) => {
      const limit = store.capabilities.maxArtifactBytes;
      if (limit > LARGEST_TRIED) return;
      const sha = await expectOk(store.putArtifact('TASK-1', new Uint8Array(limit)));
      assert.equal((await expectOk(store.getArtifact('TASK-1', sha))).length, limit);
      await expectCode(store.putArtifact('TASK-1', new Uint8Array(limit + 1)), 'ArtifactTooLarge');
    },
  },
];
