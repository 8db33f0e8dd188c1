import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createPostgresTaskStore, migrate } from '@batonkit/postgres-adapter';
import { openPool, startPostgres } from '../packages/postgres-adapter/testing/postgres-server.mjs';
import { soakWorker } from '../packages/postgres-adapter/testing/soak-worker.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/postgres.mjs [--processes 16] [--tasks 200] [--seconds 60]
// Many processes read and commit tasks at random, in turns with the bare `UPDATE ... WHERE revision` on a table of the same bodies, by the
// same clients. Afterwards every acknowledged commit must be in the store exactly once, in a history without gaps.

if (process.argv[2] === '--worker') {
  await soakWorker(JSON.parse(process.argv[3] ?? '{}'));
} else {
  const { values } = parseArgs({
    options: {
      processes: { type: 'string', default: '16' },
      tasks: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '60' },
    },
  });
  await compare(Number(values.processes), Number(values.tasks), Number(values.seconds));
}

/**
 * @param {number} processes
 * @param {number} tasks
 * @param {number} seconds
 */
async function compare(processes, tasks, seconds) {
  const server = await startPostgres({ settings: { max_connections: '100' } });
  const schema = 'bench';
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
    const children = Array.from({ length: processes }, (_, name) =>
      fork(new URL(import.meta.url), ['--worker', JSON.stringify({ ...job, name: `p${name}` })]),
    );
    await Promise.all(children.map((child) => once(child, 'message')));
    for (const child of children) child.send('go');
    const reports = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
    const sum = (/** @type {string} */ key) => reports.reduce((total, report) => total + report[key], 0);

    const [store, bare] = [sum('store') / (seconds / 2), sum('bare') / (seconds / 2)];
    console.log(`${processes} processes, ${tasks} tasks, ${seconds} s in ${slices} alternating slices, fsync on`);
    console.log(
      `bare UPDATE ... WHERE revision   ${bare.toFixed(0).padStart(6)} commits/s, ${sum('bareConflicts')} conflicts`,
    );
    console.log(
      `store.commit                     ${store.toFixed(0).padStart(6)} commits/s, ${sum('storeConflicts')} conflicts`,
    );
    const goal = tellGoal({
      what: 'PostgreSQL commits a second',
      rival: 'bare UPDATE ... WHERE revision',
      value: store / bare,
      atLeast: 0.7,
    });
    console.log(`store / bare                     ${(store / bare).toFixed(2)} (goal: at least 0.7: ${goal})`);

    const tasksStore = createPostgresTaskStore({ pool, schema });
    const acknowledged = reports.flatMap((report) => report.acknowledged);
    let inHistory = 0;
    for (let n = 0; n < tasks; n += 1) {
      const audit = await tasksStore.readAudit(`SOAK-${n}`, { afterRevision: 0, limit: 1_000_000 });
      if (audit.isErr()) throw new Error(audit.error.message);
      inHistory += new Set(audit.value.map(({ lines }) => lines[0])).size;
    }
    console.log(`acknowledged ${acknowledged.length}, in the histories ${inHistory}, without a gap`);
    if (inHistory !== acknowledged.length || new Set(acknowledged).size !== inHistory) process.exitCode = 1;
  } finally {
    await end();
    await server.close();
  }
}
