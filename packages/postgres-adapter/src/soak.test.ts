import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { orThrow } from '@batonkit/core';
import { expect, test } from 'vitest';
import { openPool, startPostgres } from '../testing/postgres-server.mjs';
import { createPostgresTaskStore, migrate } from './index.ts';

// The short form of `node benchmarks/postgres.mjs`, which runs 16 processes on 200 tasks for a minute.
const PROCESSES = 6;
const TASKS = 20;
const SECONDS = 4;

test(
  'many processes on a few tasks: every acknowledged commit is in a linear history, once',
  { timeout: 120_000 },
  async () => {
    const server = await startPostgres();
    const schema = `soak_${process.pid}`;
    const { pool, end } = openPool(server, schema);
    await orThrow(migrate({ pool, schema }));
    const job = { url: server.url, schema, tasks: TASKS, slices: 1, sliceMs: SECONDS * 1000, alone: true };
    const program = fileURLToPath(new URL('../testing/soak-process.mjs', import.meta.url));
    const children = Array.from({ length: PROCESSES }, (_, at) =>
      fork(program, [JSON.stringify({ ...job, name: `p${at}` })], { execArgv: [] }),
    );
    await Promise.all(children.map((child) => once(child, 'message')));
    for (const child of children) child.send('go');
    const reports = await Promise.all(
      children.map(async (child) => ((await once(child, 'message')) as [{ acknowledged: string[] }])[0]),
    );
    const acknowledged = reports.flatMap((report) => report.acknowledged);

    const store = createPostgresTaskStore({ pool, schema });
    const made: string[] = [];
    for (let n = 0; n < TASKS; n += 1) {
      const audit = await orThrow(store.readAudit(`SOAK-${n}`, { afterRevision: 0, limit: 100_000 }));
      expect(audit.map(({ revision }) => revision)).toEqual(audit.map((_, index) => index + 1));
      expect((await orThrow(store.read(`SOAK-${n}`))).revision).toBe(audit.length);
      made.push(...audit.flatMap(({ lines }) => lines));
    }
    expect(acknowledged.length).toBeGreaterThan(PROCESSES);
    expect(made.sort()).toEqual(acknowledged.sort());
    await end();
    await server.close();
  },
);
