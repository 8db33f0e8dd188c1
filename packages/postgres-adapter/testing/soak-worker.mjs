import { createPostgresTaskStore } from '@batonkit/postgres-adapter';
import pg from 'pg';

/**
 * The work of one process of a soak: reads a task at random and commits its next revision, for whole slices of time in turns with the bare
 * statement on the table `bare`, when there is to be a rival. Tells its parent what was acknowledged, and how many in each slice.
 *
 * @param {{ url: string, schema: string, name: string, tasks: number, slices: number, sliceMs: number, alone?: boolean }} job
 */
export async function soakWorker({ url, schema, name, tasks, slices, sliceMs, alone = false }) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const store = createPostgresTaskStore({ pool, schema });
  const filler = 'x'.repeat(4096);
  const counts = { store: 0, storeConflicts: 0, bare: 0, bareConflicts: 0 };
  /** @type {number[]} */
  const bySlice = [];
  /** @type {string[]} */
  const acknowledged = [];
  let made = 0;

  const commitToStore = async (/** @type {string} */ id) => {
    const read = await store.read(id);
    if (read.isErr()) throw new Error(read.error.message);
    const operationId = `${name}-${(made += 1)}`;
    const expected = read.value.revision;
    const body = `${operationId} ${filler}`;
    const done = await store.commit({ id, expected, operationId, body, audit: [operationId], artifacts: [] });
    if (done.isOk()) {
      counts.store += 1;
      acknowledged.push(operationId);
    } else if (done.error.code === 'Conflict') counts.storeConflicts += 1;
    else throw new Error(done.error.message);
  };
  const commitBare = async (/** @type {string} */ id) => {
    const { rows } = await pool.query({
      text: `SELECT revision, body FROM ${schema}.bare WHERE id = $1`,
      values: [id],
    });
    const { rowCount } = await pool.query({
      text: `UPDATE ${schema}.bare SET revision = revision + 1, body = $3 WHERE id = $1 AND revision = $2`,
      values: [id, rows[0].revision, Buffer.from(`${name}-${(made += 1)} ${filler}`)],
    });
    if (rowCount === 1) counts.bare += 1;
    else counts.bareConflicts += 1;
  };

  await pool.query('SELECT 1');
  const go = new Promise((resolve) => process.once('message', resolve));
  process.send?.('ready');
  await go;
  const start = performance.now();
  for (let slice = 0; slice < slices; slice += 1) {
    const step = alone || slice % 2 === 1 ? commitToStore : commitBare;
    const before = counts.store + counts.bare;
    while (performance.now() < start + (slice + 1) * sliceMs) await step(`SOAK-${Math.floor(Math.random() * tasks)}`);
    bySlice.push(counts.store + counts.bare - before);
  }
  await pool.end();
  process.send?.({ ...counts, bySlice, acknowledged });
  process.disconnect?.();
}
