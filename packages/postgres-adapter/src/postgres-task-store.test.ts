import { taskStoreSuite } from '@batonkit/conformance';
import { orThrow } from '@batonkit/core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openPool, type PostgresServer, startPostgres } from '../testing/postgres-server.mjs';
import { createPostgresTaskStore } from './index.ts';
import { migrate } from './migrate.ts';

let server: PostgresServer;
let schemas = 0;
beforeAll(async () => {
  server = await startPostgres();
}, 120_000);
afterAll(() => server.close());

describe('conformance', () =>
  taskStoreSuite({
    test,
    createStore: async () => {
      const schema = `suite_${process.pid}_${(schemas += 1)}`;
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
