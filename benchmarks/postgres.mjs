import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createPostgresTaskStore, migrate } from '@batonkit/postgres-adapter';
import { openPool, startPostgres } from '../packages/postgres-adapter/testing/postgres-server.mjs';
import { soakWorker } from '../packages/postgres-adapter/testing/soak-worker.mjs';
import { amount, median, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/postgres.mjs [--seconds 20]
// Processes read and commit tasks at random, in turns with the bare `UPDATE ... WHERE revision` on a table of the same bodies, by the same
// clients: one client, eight that fight for one task, and sixteen among 200 tasks. Afterwards every acknowledged commit must be in the
// store exactly once, in a history without gaps.

if (process.argv[2] === '--worker') {
  await soakWorker(JSON.parse(process.argv[3] ?? '{}'));
} else {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: String(amount(20, 1)) } } });
  const seconds = Number(values.seconds);
  const server = await startPostgres({ settings: { max_connections: '100' } });
  try {
    await compare(server, { name: 'one client', processes: 1, tasks: 200, seconds });
    await compare(server, { name: '8 clients on one task', processes: amount(8, 2), tasks: 1, seconds });
    await compare(server, {
      name: '16 clients on 200 tasks',
      processes: amount(16, 2),
      tasks: 200,
      seconds: seconds * amount(3, 1),
    });
  } finally {
    await server.close();
  }
}

/**
 * @param {Awaited<ReturnType<typeof startPostgres>>} server
 * @param {{ name: string, processes: number, tasks: number, seconds: number }} scene
 */
async function compare(server, { name, processes, tasks, seconds }) {
  const schema = `bench_${processes}_${tasks}`;
  const { pool, end } = openPool(server, schema);
  try {
    const migrated = await migrate({ pool, schema });
    if (migrated.isErr()) throw new Error(migrated.error.message);
    await pool.query(
      `CREATE TABLE ${schema}.bare (id text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL, body bytea) WITH (fillfactor = 80)`,
    );
    await pool.query(`INSERT INTO ${schema}.bare SELECT 'SOAK-' || n, 0 FROM generate_series(0, $1::integer - 1) n`, [
      tasks,
    ]);

    const slices = Math.max(2, Math.round(seconds / 3) * 2);
    const job = { url: server.url, schema, tasks, slices, sliceMs: (seconds * 1000) / slices };
    const children = Array.from({ length: processes }, (_, index) =>
      fork(new URL(import.meta.url), ['--worker', JSON.stringify({ ...job, name: `p${index}` })]),
    );
    await Promise.all(children.map((child) => once(child, 'message')));
    for (const child of children) child.send('go');
    const reports = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
    const sum = (/** @type {string} */ key) => reports.reduce((total, report) => total + report[key], 0);

    const perSlice = Array.from({ length: slices }, (_, slice) =>
      reports.reduce((total, { bySlice }) => total + bySlice[slice] / (job.sliceMs / 1000), 0),
    );
    const [bare, store] = [0, 1].map((turn) => perSlice.filter((_, slice) => slice % 2 === turn));
    const rate = (/** @type {number[] | undefined} */ rates = []) => median(rates).toFixed(0).padStart(6);
    console.log(`${name}, ${seconds} s in ${slices} alternating slices, fsync on`);
    console.log(`  bare UPDATE ... WHERE revision ${rate(bare)} commits/s, ${sum('bareConflicts')} conflicts`);
    console.log(`  store.commit                   ${rate(store)} commits/s, ${sum('storeConflicts')} conflicts`);
    const what = `PostgreSQL commits a second, ${name}`;
    const goal = tellGoal({ what, rival: 'bare UPDATE ... WHERE revision', ...ratio(store, bare), atLeast: 0.7 });
    console.log(`  store / bare                   ${goal}`);

    const tasksStore = createPostgresTaskStore({ pool, schema });
    const acknowledged = reports.flatMap((report) => report.acknowledged);
    let inHistory = 0;
    for (let n = 0; n < tasks; n += 1) {
      const audit = await tasksStore.readAudit(`SOAK-${n}`, { afterRevision: 0, limit: 1_000_000 });
      if (audit.isErr()) throw new Error(audit.error.message);
      inHistory += new Set(audit.value.map(({ lines }) => lines[0])).size;
    }
    console.log(`  acknowledged ${acknowledged.length}, in the histories ${inHistory}, without a gap`);
    if (inHistory !== acknowledged.length || new Set(acknowledged).size !== inHistory) process.exitCode = 1;
  } finally {
    await end();
  }
}
