import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../packages/postgres-adapter/testing/postgres-server.mjs';
import { runExample } from '../run-example.mjs';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()), 120_000);
afterAll(() => server.close());

test('two machines hand a task over through one database', async () => {
  const { code, stdout } = await runExample('two-machines', { DATABASE_URL: server.url });
  expect(stdout).toBe(
    [
      'berlin: implementer handed off',
      'oslo:   reviewer may not start (Elsewhere)',
      'oslo:   reviewer started on exactly what berlin handed off',
      'berlin: a second reviewer is refused (Rejected)',
      'one audit over both machines: 7 entries, chain verified',
      '',
    ].join('\n'),
  );
  expect(code).toBe(0);
});

test('without a database it says what it needs', async () => {
  const { code, stderr } = await runExample('two-machines', { DATABASE_URL: undefined });
  expect(stderr).toMatch(/^Set DATABASE_URL/);
  expect(code).toBe(2);
});
