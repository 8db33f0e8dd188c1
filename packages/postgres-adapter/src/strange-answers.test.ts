import { orThrow, type ResultAsync, type StoreError, type TaskCommit, type TaskStore } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { createScriptedPool, errorOf } from '../testing/scripted-pool.mjs';
import { createPostgresTaskStore, migrate } from './index.ts';

// What a sound server never answers, so no sound server can be used to show it; everything else is tested on a real one.

const commit: TaskCommit = { id: 'A', expected: 0, operationId: 'op', body: 'body', audit: ['line'], artifacts: [] };
const failureOf = async <T>(answer: ResultAsync<T, StoreError>): Promise<StoreError> =>
  (await answer)._unsafeUnwrapErr();
const answering = (...rows: object[]): TaskStore => createPostgresTaskStore({ pool: createScriptedPool(() => rows) });

describe('a refusal says what was being done', () => {
  test.each<[operation: string, call: (store: TaskStore) => ResultAsync<unknown, StoreError>]>([
    ['read', (store) => store.read('A')],
    ['commit', (store) => store.commit(commit)],
    ['store an artifact', (store) => store.putArtifact('A', new Uint8Array([1]))],
    ['read an artifact', (store) => store.getArtifact('A', 'a'.repeat(64))],
    ['read the audit', (store) => store.readAudit('A', { afterRevision: 0, limit: 1 })],
    ['list tasks', (store) => store.list({ limit: 1 })],
    ['sweep', (store) => store.sweep({ olderThanMs: 0 })],
  ])('%s', async (operation, call) => {
    const store = createPostgresTaskStore({ pool: createScriptedPool(() => Promise.reject(errorOf('53100'))) });
    expect(await failureOf(call(store))).toMatchObject({
      code: 'StorageFailure',
      data: { operation, reason: 'the disk of the server is full (SQLSTATE 53100)' },
    });
  });

  test('migrate, which takes back what it began', async () => {
    const pool = createScriptedPool((text) => (text.includes('CREATE TABLE') ? Promise.reject(errorOf('53100')) : []));
    const refused = (await migrate({ pool }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'StorageFailure', data: { operation: 'migrate' } });
    expect(pool.queries.map(({ text }) => text).filter((text) => /^(ROLLBACK|COMMIT)$/.test(text))).toEqual([
      'ROLLBACK',
    ]);
    expect(pool.released).toEqual([false]);
  });

  test('migrate of tables that a newer library made changes nothing', async () => {
    const pool = createScriptedPool((text) =>
      text.startsWith('SELECT version') ? [{ version: 1 }, { version: 99 }] : [],
    );
    const refused = (await migrate({ pool, schema: 'mine' }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'UnsupportedVersion', data: { found: 99 } });
    expect(refused.message).toContain('The tables in schema mine have layout 99');
    expect(pool.queries.at(-1)).toEqual({ text: 'ROLLBACK' });
  });
});

describe('the connection breaks during a commit, and the next attempt is refused', () => {
  const cutThen = (code: string) =>
    createScriptedPool((_, connection) => Promise.reject(errorOf(connection === 1 ? '57P01' : code)));

  test.each(['55P03', '25006', '28P01', '42501'])('the outcome is unknown: %s', async (code) => {
    const pool = cutThen(code);
    expect(await failureOf(createPostgresTaskStore({ pool }).commit(commit))).toMatchObject({
      code: 'OutcomeUnknown',
      data: { id: 'A', operationId: 'op' },
    });
    expect(pool.queries).toHaveLength(2);
  });

  test('a login that is refused then is no answer either', async () => {
    const pool = createScriptedPool(
      () => Promise.reject(errorOf('57P01')),
      (connection) => (connection === 1 ? undefined : Promise.reject(errorOf('28P01'))),
    );
    expect((await failureOf(createPostgresTaskStore({ pool }).commit(commit))).code).toBe('OutcomeUnknown');
  });

  test('a read says why it was refused', async () => {
    expect(await failureOf(createPostgresTaskStore({ pool: cutThen('28P01') }).read('A'))).toMatchObject({
      code: 'StorageFailure',
      data: { reason: 'the server refused this password (SQLSTATE 28P01)' },
    });
  });
});

describe('damage is Corrupt, and says where', () => {
  const bytes = Buffer.from([0xff]);
  const row = (revision: number, lines: Buffer | string = 'line', line_count = 1): object => ({
    revision: String(revision),
    lines: Buffer.from(lines as string),
    line_count,
  });

  test('a body that is no text', async () => {
    expect((await failureOf(answering({ revision: '1', body: bytes }).read('A'))).data).toEqual({
      id: 'A',
      where: 'its body',
      reason: 'it is not UTF-8',
    });
  });

  test('an artifact with other bytes', async () => {
    const sha = 'a'.repeat(64);
    expect((await failureOf(answering({ bytes }).getArtifact('A', sha))).data).toEqual({
      id: 'A',
      where: `artifact ${sha}`,
      reason: 'its bytes have another SHA-256',
    });
  });

  test.each([
    [[row(1), row(3)], 'its audit', 'revision 2 is missing'],
    [[row(1), row(2, bytes)], 'the audit of revision 2', 'it is not UTF-8'],
    [[row(1, 'one\ntwo', 3)], 'the audit of revision 1', 'lines are missing'],
    [[row(1, 'one\ntwo', 1)], 'the audit of revision 1', 'lines are missing'],
  ])('an audit, %#', async (rows, where, reason) => {
    const read = answering(...rows).readAudit('A', { afterRevision: 0, limit: 9 });
    expect((await failureOf(read)).data).toEqual({ id: 'A', where, reason });
  });
});

describe('what is sent', () => {
  const sentBy = async (...commits: Partial<TaskCommit>[]): Promise<unknown[][]> => {
    const pool = createScriptedPool(() => [{ outcome: 'committed', revision: '1', missing: null }]);
    const store = createPostgresTaskStore({ pool });
    for (const changes of commits) await orThrow(store.commit({ ...commit, ...changes }));
    return pool.queries.map(({ values }) => values ?? []);
  };

  test('commits of other content have other digests: a purge is no empty body, and lines are no body', async () => {
    const sent = await sentBy(
      {},
      { body: null },
      { body: '' },
      { audit: [] },
      { audit: ['line', 'line'] },
      { audit: ['lin'], body: 'e\nbody' },
      { operationId: 'other' },
    );
    const digests = sent.map(([, , , , , digest]) => (digest as Buffer).toString('hex'));
    expect(digests.at(-1)).toBe(digests[0]);
    expect(new Set(digests).size).toBe(6);
    expect(digests.every((digest) => digest.length === 64)).toBe(true);
  });

  test('nobody is notified unless that is asked for', async () => {
    const [[...values] = []] = await sentBy({});
    expect(values.at(-1)).toBe(false);
  });

  test.each([`${'a'.repeat(64)}0`, `0${'a'.repeat(64)}`, ''])(
    'a name that is no SHA-256 finds nothing: %j',
    async (sha) => {
      const pool = createScriptedPool(() => []);
      const missing = await failureOf(createPostgresTaskStore({ pool }).getArtifact('A', sha));
      expect(missing.code).toBe('ArtifactMissing');
      expect(pool.queries[0]?.values).toEqual(['A', Buffer.alloc(0)]);
    },
  );
});
