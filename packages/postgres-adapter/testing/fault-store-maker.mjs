import { createHash } from 'node:crypto';
import { migrate } from '@batonkit/postgres-adapter';
import { openPool } from './postgres-server.mjs';

/**
 * How the fault lab gets a new, empty store: a schema of its own for each directory it names.
 *
 * @param {import('./postgres-server.mjs').PostgresServer} server
 * @returns {(directory: string) => Promise<import('@batonkit/conformance/fault-lab').FaultStore>}
 */
export function faultStoreMaker(server) {
  const module = new URL('../src/fault-store.fixture.mjs', import.meta.url);
  return async (directory) => {
    const schema = `lab_${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`;
    const { pool } = openPool(server, schema, { max: 1 });
    const migrated = await migrate({ pool, schema });
    await pool.end();
    if (migrated.isErr()) throw new Error(migrated.error.message);
    return { module, argument: { url: server.url, schema } };
  };
}
