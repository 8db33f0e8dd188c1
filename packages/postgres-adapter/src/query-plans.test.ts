import { orThrow } from '@batonkit/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type PostgresServer, startPostgres } from '../testing/postgres-server.mjs';
import { seedTasks } from '../testing/seed-tasks.mjs';
import { createPostgresTaskStore, migrate } from './index.ts';
import { storeStatements } from './store-statements.ts';

const TASKS = 100_000;
const schema = `plans_${process.pid}`;
const statements = storeStatements(schema);
let server: PostgresServer;
let owner: ReturnType<typeof openPool>;
beforeAll(async () => {
  server = await startPostgres();
  owner = openPool(server, schema);
  await orThrow(migrate({ pool: owner.pool, schema }));
  await seedTasks(owner.pool, schema, TASKS);
}, 120_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});

const none = Buffer.alloc(0);
const sha = Buffer.alloc(32);

// What is read per call must not grow with the number of tasks: every table is entered through its primary key.
test.each<[keyof typeof statements, unknown[]]>([
  ['read', ['TASK-0050000']],
  ['getArtifact', ['TASK-0050000', sha]],
  ['readAudit', ['TASK-0050000', 0, 100]],
  ['list', ['TASK-0050000', 'TASK-', 'TASK-~', 100]],
])('%s goes through indexes only', async (name, values) => {
  const { rows } = await owner.pool.query({ text: `EXPLAIN ${statements[name]}`, values });
  const plan = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index/);
  expect(plan, plan).not.toMatch(/Seq Scan/);
});

test('no statement inside the functions reads a table from end to end', async () => {
  const client = await owner.pool.connect();
  const scans = async (): Promise<unknown> => {
    await client.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await client.query(
      `SELECT relname, seq_tup_read FROM pg_stat_user_tables WHERE schemaname = $1 ORDER BY relname`,
      [schema],
    );
    return rows;
  };
  const before = await scans();
  const call = (text: string, values: unknown[]): Promise<unknown> => client.query({ text, values });
  await call(statements.putArtifact, ['TASK-0050000', sha, none]);
  await call(statements.commit, ['TASK-0050000', 1, 'op-1', none, [sha], none, 0, none, '1s', false]);
  await call(statements.commit, ['TASK-0050000', 1, 'op-1', none, [sha], none, 0, none, '1s', false]);
  await call(statements.commit, ['NEW', 0, 'op-2', none, [], none, 0, none, '1s', false]);
  await call(statements.sweepTask, ['TASK-0050000', 0]);
  expect(await scans()).toEqual(before);
  client.release();
});

test('list pages through all tasks in order, each once', async () => {
  const store = createPostgresTaskStore({ pool: owner.pool, schema });
  const seen: string[] = [];
  for (let after = ''; ; after = seen.at(-1) ?? '') {
    const page = await orThrow(store.list({ prefix: 'TASK-', after, limit: 3000 }));
    seen.push(...page.map(({ id }) => id));
    if (page.length < 3000) break;
  }
  expect(seen).toEqual(Array.from({ length: TASKS }, (_, n) => `TASK-${String(n + 1).padStart(7, '0')}`));
});
