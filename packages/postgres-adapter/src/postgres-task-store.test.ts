import { randomBytes } from 'node:crypto';
import { taskStoreSuite } from '@batonkit/conformance';
import { orThrow } from '@batonkit/core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openPool, type PostgresServer, startPostgres } from '../testing/postgres-server.mjs';
import { createPostgresTaskStore } from './index.ts';
import { migrate } from './migrate.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 120_000);
afterAll(() => server.close());

describe('conformance', () =>
  taskStoreSuite({
    test,
    createStore: async () => {
      const schema = `suite_${randomBytes(6).toString('hex')}`;
      const { pool, end } = openPool(server, schema);
      await orThrow(migrate({ pool, schema }));
      return {
        store: createPostgresTaskStore({ pool, schema }),
        shared: {
          module: new URL('./shared-store.fixture.mjs', import.meta.url),
          argument: { url: server.url, schema },
        },
        close: end,
      };
    },
  }));
