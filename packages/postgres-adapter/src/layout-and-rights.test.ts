import { randomBytes } from 'node:crypto';
import { orThrow, type TaskChange, watchTaskChanges } from '@batonkit/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool, type PostgresServer, startPostgres } from '../testing/postgres-server.mjs';
import { applicationRoleSql, createPostgresTaskStore, listenForChanges, migrate, migrationSql } from './index.ts';

let server: PostgresServer;
let owner: pg.Pool;
let end: () => Promise<void>;
/** Unlike every other, also those that an interrupted run left on a server that is not ours. */
const newName = (kind: string): string => `${kind}_${randomBytes(6).toString('hex')}`;
const newSchema = (): string => newName('layout');
beforeAll(async () => {
  server = await startPostgres();
  ({ pool: owner, end } = openPool(server, newSchema(), { max: 20 }));
}, 120_000);
afterAll(async () => {
  await end();
  await server.close();
});

const commit = { expected: 0, operationId: 'op-1', body: 'one', audit: ['made'], artifacts: [] };

describe('migrate', () => {
  test('ten processes at once: one applies, all succeed, a second time does nothing', async () => {
    const schema = newSchema();
    const reports = await Promise.all(Array.from({ length: 10 }, () => orThrow(migrate({ pool: owner, schema }))));
    expect(reports.filter(({ applied }) => applied.length > 0)).toEqual([{ version: 1, applied: [1] }]);
    expect(await orThrow(migrate({ pool: owner, schema }))).toEqual({ version: 1, applied: [] });
  });

  test('the printed SQL makes the same tables', async () => {
    const [byHand, byProgram] = [newSchema(), newSchema()];
    await owner.query(migrationSql({ schema: byHand }));
    await orThrow(migrate({ pool: owner, schema: byProgram }));
    const columnsOf = async (schema: string): Promise<unknown[]> => {
      const { rows } = await owner.query(
        `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
         WHERE table_schema = $1 ORDER BY table_name, ordinal_position`,
        [schema],
      );
      return rows as unknown[];
    };
    expect(await columnsOf(byHand)).toEqual(await columnsOf(byProgram));
    expect(await orThrow(migrate({ pool: owner, schema: byHand }))).toEqual({ version: 1, applied: [] });
  });

  test('tables of a newer library are left alone', async () => {
    const schema = newSchema();
    await orThrow(migrate({ pool: owner, schema }));
    await owner.query(`INSERT INTO ${schema}.migrations (version) VALUES (98), (99)`);
    const refused = await migrate({ pool: owner, schema });
    expect(refused.isErr() && refused.error).toMatchObject({ code: 'UnsupportedVersion', data: { found: 99 } });
  });

  test('a store without tables says what to do', async () => {
    const store = createPostgresTaskStore({ pool: owner, schema: newSchema() });
    const read = await store.read('TASK-1');
    expect(read.isErr() && read.error.message).toMatch(/run migrate\(\) first/);
  });

  test.each(['Upper', 'a-b', 'x; DROP TABLE y', '', 'pg_catalog', '"quoted"', 'a'.repeat(49)])(
    'the schema name %j is refused before it gets into SQL',
    (schema) => {
      expect(() => createPostgresTaskStore({ pool: owner, schema })).toThrow(TypeError);
      expect(() => migrationSql({ schema })).toThrow(TypeError);
      expect(() => applicationRoleSql({ role: schema })).toThrow(TypeError);
    },
  );
});

test('an artifact that is stored again replaces damaged bytes, and sound ones never', async () => {
  const schema = newSchema();
  await orThrow(migrate({ pool: owner, schema }));
  const store = createPostgresTaskStore({ pool: owner, schema });
  const bytes = new Uint8Array(100_000).fill(7);
  const sha = await orThrow(store.putArtifact('TASK-1', bytes));
  await owner.query(`UPDATE ${schema}.artifacts SET bytes = 'damaged'`);
  expect((await store.getArtifact('TASK-1', sha))._unsafeUnwrapErr().code).toBe('Corrupt');
  expect(await orThrow(store.putArtifact('TASK-1', bytes))).toBe(sha);
  expect(await orThrow(store.getArtifact('TASK-1', sha))).toEqual(bytes);
  await owner.query(`SELECT ${schema}.put_artifact('TASK-1', $1, 'other')`, [Buffer.from(sha, 'hex')]);
  expect(await orThrow(store.getArtifact('TASK-1', sha))).toEqual(bytes);
});

test("the functions, which act with the rights of their owner, are nobody else's to call", async () => {
  const schema = newSchema();
  await orThrow(migrate({ pool: owner, schema }));
  const { rows } = await owner.query(
    `SELECT proname AS name, prosecdef AS "actsAsOwner",
       proacl IS NULL OR EXISTS (SELECT FROM aclexplode(proacl) WHERE grantee <> proowner) AS "isOpen"
     FROM pg_proc WHERE pronamespace = $1::regnamespace ORDER BY proname`,
    [schema],
  );
  expect(rows).toEqual(
    ['commit_task', 'put_artifact', 'sweep_task'].map((name) => ({ name, actsAsOwner: true, isOpen: false })),
  );
});

describe('the application role', () => {
  test('does everything a store does, and cannot touch the audit', async () => {
    const schema = newSchema();
    const role = newName('app');
    await orThrow(migrate({ pool: owner, schema }));
    await owner.query(`CREATE ROLE ${role} LOGIN`);
    await owner.query(applicationRoleSql({ role, schema }));
    const url = new URL(server.url);
    url.username = role;
    const pool = new pg.Pool({ connectionString: url.href, max: 2 });
    const store = createPostgresTaskStore({ pool, schema });

    const sha = await orThrow(store.putArtifact('TASK-1', new Uint8Array([1, 2, 3])));
    await orThrow(store.putArtifact('TASK-1', new Uint8Array([1, 2, 3])));
    await orThrow(store.commit({ ...commit, id: 'TASK-1', artifacts: [sha] }));
    await orThrow(store.commit({ ...commit, id: 'TASK-1', expected: 1, operationId: 'op-2', body: null }));
    expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 1 });
    expect(await orThrow(store.list({ limit: 10 }))).toEqual([{ id: 'TASK-1', revision: 2, purged: true }]);

    for (const forbidden of [
      `UPDATE ${schema}.revisions SET lines = ''`,
      `DELETE FROM ${schema}.revisions`,
      `TRUNCATE ${schema}.revisions`,
      `DELETE FROM ${schema}.tasks`,
      `UPDATE ${schema}.tasks SET revision = 7`,
      `INSERT INTO ${schema}.revisions VALUES ('TASK-1', 3, 'op-3', '', 0, '')`,
      `UPDATE ${schema}.artifacts SET bytes = ''`,
      `ALTER TABLE ${schema}.revisions ADD COLUMN x integer`,
      `DROP TABLE ${schema}.revisions`,
      `CREATE TABLE ${schema}.other (x integer)`,
      `INSERT INTO ${schema}.migrations (version) VALUES (2)`,
    ]) {
      await expect(pool.query(forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
    }
    expect((await pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }]);
    const refused = await createPostgresTaskStore({ pool, schema: 'information_schema' }).read('TASK-1');
    expect(refused.isErr() && refused.error.code).toBe('StorageFailure');
    await pool.end();
    await owner.query(`DROP OWNED BY ${role}`);
    await owner.query(`DROP ROLE ${role}`);
  });
});

test('every call gets along with another session each time, as behind a transaction pooler', async () => {
  const schema = newSchema();
  const pool = new pg.Pool({ connectionString: server.url, max: 3, maxUses: 1 });
  await orThrow(migrate({ pool, schema }));
  const store = createPostgresTaskStore({ pool, schema });
  for (let expected = 0; expected < 5; expected += 1) {
    const sha = await orThrow(store.putArtifact('POOLED', new Uint8Array([expected])));
    const operationId = `op-${expected}`;
    await orThrow(store.commit({ ...commit, id: 'POOLED', expected, operationId, artifacts: [sha] }));
  }
  expect(await orThrow(store.sweep({ olderThanMs: 0 }))).toEqual({ removed: 4 });
  expect((await orThrow(store.read('POOLED'))).revision).toBe(5);
  await pool.end();
});

test('an error holds no value of a row, nor what the server said', async () => {
  const schema = newSchema();
  const secret = ['hunter', '2-and-more'].join('');
  await orThrow(migrate({ pool: owner, schema }));
  await owner.query(
    `ALTER TABLE ${schema}.tasks ADD CONSTRAINT no_secret CHECK (position('\\x68756e74'::bytea in body) = 0)`,
  );
  const store = createPostgresTaskStore({ pool: owner, schema });
  const refused = await store.commit({ ...commit, id: 'TASK-1', body: secret });
  expect(refused.isErr() && refused.error.code).toBe('StorageFailure');
  const { inspect } = await import('node:util');
  const shown = inspect(refused, { depth: 20, showHidden: true });
  expect(shown).not.toContain('hunter');
  expect(shown).not.toContain(Buffer.from(secret).toString('hex'));
});

test('damaged rows are Corrupt, never an empty start', async () => {
  const schema = newSchema();
  await orThrow(migrate({ pool: owner, schema }));
  const store = createPostgresTaskStore({ pool: owner, schema });
  const sha = await orThrow(store.putArtifact('TASK-1', new Uint8Array([1])));
  for (let expected = 0; expected < 3; expected += 1) {
    await orThrow(store.commit({ ...commit, id: 'TASK-1', expected, operationId: `op-${expected}`, artifacts: [sha] }));
  }
  await owner.query(`UPDATE ${schema}.tasks SET body = '\\xff'`);
  await owner.query(`UPDATE ${schema}.artifacts SET bytes = '\\x00'`);
  await owner.query(`DELETE FROM ${schema}.revisions WHERE revision = 2`);
  const answers = [
    await store.read('TASK-1'),
    await store.getArtifact('TASK-1', sha),
    await store.readAudit('TASK-1', { afterRevision: 0, limit: 10 }),
    await store.readAudit('TASK-1', { afterRevision: 1, limit: 10 }),
  ];
  expect(answers.map((answer) => answer.isErr() && answer.error.code)).toEqual(Array(4).fill('Corrupt'));
});

describe('watchTaskChanges', () => {
  async function collect(
    changes: AsyncGenerator<TaskChange>,
    count: number,
    afterEach: (seen: number) => Promise<void>,
  ): Promise<TaskChange[]> {
    const seen: TaskChange[] = [];
    for await (const change of changes) {
      seen.push(change);
      await afterEach(seen.length);
      if (seen.length === count) break;
    }
    return seen;
  }

  test('finds every change by looking', async () => {
    const schema = newSchema();
    await orThrow(migrate({ pool: owner, schema }));
    const store = createPostgresTaskStore({ pool: owner, schema });
    await orThrow(store.commit({ ...commit, id: 'A' }));
    await orThrow(store.commit({ ...commit, id: 'B' }));
    const seen = await collect(watchTaskChanges({ store, everyMs: 20 }), 3, async (count) => {
      if (count === 2) await orThrow(store.commit({ ...commit, id: 'A', expected: 1, operationId: 'op-2' }));
    });
    expect(seen).toEqual([
      { id: 'A', revision: 1 },
      { id: 'B', revision: 1 },
      { id: 'A', revision: 2 },
    ]);
  });

  test(
    'hears of commits long before the next look, also after its connection was ended',
    { timeout: 60_000 },
    async () => {
      const schema = newSchema();
      await orThrow(migrate({ pool: owner, schema }));
      const store = createPostgresTaskStore({ pool: owner, schema, notify: true });
      await orThrow(store.commit({ ...commit, id: 'A' }));
      const listeners = async (): Promise<number[]> => {
        const { rows } = await owner.query<{ pid: number }>(
          'SELECT pid FROM pg_stat_activity WHERE query = $1 OR (query = $2 AND pid <> pg_backend_pid())',
          [`LISTEN ${schema}_changes`, 'SELECT 1'],
        );
        return rows.map(({ pid }) => pid);
      };
      const changes = watchTaskChanges({
        store,
        everyMs: 3_600_000,
        listen: listenForChanges({ pool: owner, schema, heartbeatMs: 5000 }),
      });
      const seen = await collect(changes, 3, async (count) => {
        await expect.poll(listeners).not.toEqual([]);
        if (count === 2) {
          const [old] = await listeners();
          await owner.query('SELECT pg_terminate_backend($1)', [old]);
          await expect.poll(async () => (await listeners()).filter((pid) => pid !== old)).not.toEqual([]);
        }
        await orThrow(store.commit({ ...commit, id: 'A', expected: count, operationId: `op-${count + 1}` }));
      });
      expect(seen).toEqual([1, 2, 3].map((revision) => ({ id: 'A', revision })));
    },
  );

  test('ends at once when told to', async () => {
    const store = createPostgresTaskStore({ pool: owner, schema: newSchema() });
    const ending = new AbortController();
    const errors: string[] = [];
    const changes = watchTaskChanges({
      store,
      everyMs: 60_000,
      signal: ending.signal,
      onError: ({ code }) => {
        errors.push(code);
        ending.abort();
      },
    });
    expect((await changes.next()).done).toBe(true);
    expect(errors).toEqual(['StorageFailure']);
  });
});
