import { parseArgs } from 'node:util';
import { createPostgresTaskStore, migrate } from '@batonkit/postgres-adapter';
import { openPool, startPostgres } from '../packages/postgres-adapter/testing/postgres-server.mjs';
import { seedTasks } from '../packages/postgres-adapter/testing/seed-tasks.mjs';
import { amount, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/postgres-scale.mjs [--tasks 100000] [--plans]
// What a call costs in a store of 1,000 tasks and in one of many, in turns within one run; medians. --plans prints PostgreSQL's query plans.

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: String(amount(100_000, 60)) },
    plans: { type: 'boolean', default: false },
  },
});
const SMALL = amount(1000, 30);
const ROUNDS = amount(400, 2);
const many = Number(values.tasks);

const server = await startPostgres();
const { pool, end } = openPool(server, 'scale_small', { max: 1 });
try {
  const stores = await Promise.all(
    [SMALL, many].map((count, at) => fill(count, at === 0 ? 'scale_small' : 'scale_many')),
  );
  for (const name of ['read', 'commit', 'list a page of 100', 'read the audit']) {
    const [small, large] = await race(
      ROUNDS,
      stores.map((store) => () => callsOf(store)[name]?.()),
    );
    const what = `PostgreSQL with ${many} tasks: ${name}`;
    console.log(`${what}: ${tellGoal({ what, rival: `with ${SMALL} tasks`, ...ratio(large, small), atMost: 2 })}`);
  }
  if (values.plans) await printPlans();
} finally {
  await pool.query('DROP SCHEMA IF EXISTS scale_many CASCADE');
  await end();
  await server.close();
}

/** @param {number} count @param {string} schema */
async function fill(count, schema) {
  const migrated = await migrate({ pool, schema });
  if (migrated.isErr()) throw new Error(migrated.error.message);
  await seedTasks(pool, schema, count);
  console.error(`filled ${schema} with ${count} tasks`);
  return { tasks: createPostgresTaskStore({ pool, schema }), count, revisions: new Map() };
}

/** @param {Awaited<ReturnType<typeof fill>>} store @returns {Record<string, () => Promise<unknown>>} */
function callsOf({ tasks, count, revisions }) {
  const id = `TASK-${String(1 + Math.floor(Math.random() * count)).padStart(7, '0')}`;
  const expected = revisions.get(id) ?? 1;
  const body = 'b'.repeat(4096);
  return {
    read: async () => tasks.read(id),
    commit: async () => {
      const operationId = `op-${id}-${expected}`;
      const done = await tasks.commit({ id, expected, operationId, body, audit: ['a line'], artifacts: [] });
      if (done.isErr()) throw new Error(done.error.message);
      revisions.set(id, expected + 1);
    },
    'list a page of 100': async () => tasks.list({ after: id, limit: 100 }),
    'read the audit': async () => tasks.readAudit(id, { afterRevision: 0, limit: 100 }),
  };
}

async function printPlans() {
  const id = 'TASK-0000500';
  /** @type {Record<string, [string, unknown[]]>} */
  const queries = {
    read: [`SELECT revision, body FROM scale_many.tasks WHERE id = $1`, [id]],
    'the update of a commit': [
      `UPDATE scale_many.tasks SET revision = revision + 1 WHERE id = $1 AND revision = $2`,
      [id, 1],
    ],
    list: [
      `SELECT id, revision, body IS NULL FROM scale_many.tasks WHERE id > $1 AND id >= $2 AND id < $3 AND revision > 0 ORDER BY id LIMIT $4`,
      [id, 'TASK-', 'TASK-~', 100],
    ],
    'read the audit': [
      `SELECT revision, lines FROM scale_many.revisions WHERE task_id = $1 AND revision > $2 ORDER BY revision LIMIT $3`,
      [id, 0, 100],
    ],
  };
  for (const [name, [text, parameters]] of Object.entries(queries)) {
    const { rows } = await pool.query({
      text: `EXPLAIN (ANALYZE, BUFFERS) ${text}`,
      values: parameters,
    });
    console.log(`\n${name}\n${rows.map((/** @type {any} */ row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
  }
}
