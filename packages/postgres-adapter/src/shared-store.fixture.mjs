import { createPostgresTaskStore } from '@batonkit/postgres-adapter';
import pg from 'pg';

/** How another process opens the store under test. @param {{ url: string, schema: string }} options */
export const openStore = ({ url, schema }) =>
  createPostgresTaskStore({ pool: new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true }), schema });
