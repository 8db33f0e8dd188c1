import { randomBytes } from 'node:crypto';
import { orThrow, type TaskCommit } from '@batonkit/core';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCuttingProxy } from '../testing/cutting-proxy.mjs';
import { openPool, type PostgresServer, startPostgres } from '../testing/postgres-server.mjs';
import { createPostgresTaskStore, migrate } from './index.ts';

const schema = `lost_${randomBytes(6).toString('hex')}`;
let server: PostgresServer;
let direct: ReturnType<typeof openPool>;
beforeAll(async () => {
  server = await startPostgres();
  direct = openPool(server, schema);
  await orThrow(migrate({ pool: direct.pool, schema }));
}, 120_000);
afterAll(async () => {
  await direct.end();
  await server.close();
});

const commitOf = (id: string, expected: number, operationId: string): TaskCommit => ({
  id,
  expected,
  operationId,
  body: `made by ${operationId}`,
  audit: [`${operationId} makes ${expected + 1}`],
  artifacts: [],
});

async function behindProxy(reconnectMs: number) {
  const proxy = await startCuttingProxy(server.url);
  const pool = new pg.Pool({ connectionString: proxy.url, max: 2 });
  const store = createPostgresTaskStore({ pool, schema, reconnectMs });
  return {
    proxy,
    store,
    close: async () => {
      proxy.close();
      await pool.end();
    },
  };
}

test('a commit whose answer got lost is found again by its operation id and applied once', async () => {
  const { proxy, store, close } = await behindProxy(5000);
  await orThrow(store.commit(commitOf('CUT', 0, 'op-1')));
  proxy.cutAfter('op-2');
  expect(await orThrow(store.commit(commitOf('CUT', 1, 'op-2')))).toEqual({ revision: 2, replayed: true });
  expect(proxy.cuts()).toBe(1);
  expect(await orThrow(store.readAudit('CUT', { afterRevision: 0, limit: 10 }))).toHaveLength(2);
  await close();
});

test('when nobody can be asked the outcome is unknown, and repeating it tells', async () => {
  const { proxy, store, close } = await behindProxy(300);
  await orThrow(store.commit(commitOf('UNKNOWN', 0, 'op-1')));
  proxy.cutAfter('op-2', { thenRefuse: true });
  const unknown = await store.commit(commitOf('UNKNOWN', 1, 'op-2'));
  expect(unknown.isErr() && unknown.error).toMatchObject({
    code: 'OutcomeUnknown',
    data: { id: 'UNKNOWN', operationId: 'op-2' },
  });
  const read = await store.read('UNKNOWN');
  expect(read.isErr() && read.error.code).toBe('StorageFailure');
  proxy.refuse(false);
  expect(await orThrow(store.commit(commitOf('UNKNOWN', 1, 'op-2')))).toEqual({ revision: 2, replayed: true });
  await close();
});

test('a commit that was never sent is a StorageFailure, not an unknown outcome', async () => {
  const { proxy, store, close } = await behindProxy(100);
  proxy.refuse(true);
  const failed = await store.commit(commitOf('UNSENT', 0, 'op-1'));
  expect(failed.isErr() && failed.error.code).toBe('StorageFailure');
  await close();
});

test('a writer that lost its connection and comes back after a rival gets Conflict', async () => {
  const { proxy, store, close } = await behindProxy(5000);
  await orThrow(store.commit(commitOf('RIVAL', 0, 'op-1')));
  proxy.refuse(true);
  const pending = store.commit(commitOf('RIVAL', 1, 'op-mine'));
  const rival = createPostgresTaskStore({ pool: direct.pool, schema });
  await orThrow(rival.commit(commitOf('RIVAL', 1, 'op-rival')));
  proxy.refuse(false);
  const answer = await pending;
  expect(answer.isErr() && answer.error).toMatchObject({ code: 'Conflict', data: { expected: 1, found: 2 } });
  await close();
});

test('an idle connection that the server ends does not end the process, and the next call gets another', async () => {
  const pool = new pg.Pool({ connectionString: server.url, max: 1 });
  const store = createPostgresTaskStore({ pool, schema });
  await orThrow(store.read('IDLE'));
  await direct.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state = $1',
    ['idle'],
  );
  expect(await orThrow(store.read('IDLE'))).toEqual({ revision: 0, body: null });
  await pool.end();
});

test('a commit that waits for a lock gives up with LockTimeout and writes nothing', async () => {
  const store = createPostgresTaskStore({ pool: direct.pool, schema, lockTimeoutMs: 200 });
  await orThrow(store.commit(commitOf('LOCKED', 0, 'op-1')));
  const holder = new pg.Client({ connectionString: server.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM ${schema}.tasks WHERE id = 'LOCKED' FOR UPDATE`);
  const waited = await store.commit(commitOf('LOCKED', 1, 'op-2'));
  expect(waited.isErr() && waited.error).toMatchObject({ code: 'LockTimeout', data: { id: 'LOCKED', waitedMs: 200 } });
  await holder.query('ROLLBACK');
  await holder.end();
  expect(await orThrow(store.read('LOCKED'))).toEqual({ revision: 1, body: 'made by op-1' });
  // The setting ended with the statement: the next user of the session has the server's own.
  const { rows } = await direct.pool.query('SHOW lock_timeout');
  expect(rows).toEqual([{ lock_timeout: '0' }]);
});
