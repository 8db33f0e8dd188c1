import { createPostgresTaskStore } from '@batonkit/postgres-adapter';
import pg from 'pg';

/**
 * The store for the fault lab: every statement is a named point, before it is sent and after its answer came.
 *
 * @param {{ url: string, schema: string }} options
 * @param {import('@batonkit/conformance/fault-lab').FaultHooks} [hooks]
 */
export function openStore({ url, schema }, hooks) {
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  // A machine under load takes its time to start a server again; for a writer that is still only a pause.
  return createPostgresTaskStore({
    pool: hooks === undefined ? pool : instrument(pool, hooks),
    schema,
    reconnectMs: 60_000,
  });
}

/**
 * @param {pg.Pool} pool
 * @param {import('@batonkit/conformance/fault-lab').FaultHooks} hooks
 * @returns {import('@batonkit/postgres-adapter').PostgresPool}
 */
function instrument(pool, hooks) {
  return {
    on: (event, listener) => pool.on(event, listener),
    connect: async () => {
      await hooks.reach('before connect');
      const client = await pool.connect();
      return {
        query: async (query) => {
          const step = query.text.trim().split(/\s+/, 2).join(' ');
          await hooks.reach(`before ${step}`);
          const result = await client.query(query);
          await hooks.reach(`after ${step}`);
          return result;
        },
        release: (destroy) => client.release(destroy),
        on: (/** @type {any} */ event, /** @type {any} */ listener) => client.on(event, listener),
        off: (/** @type {any} */ event, /** @type {any} */ listener) => client.off(event, listener),
      };
    },
  };
}
