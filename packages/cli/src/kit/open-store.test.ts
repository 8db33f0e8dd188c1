import { orThrow } from '@batonkit/core';
import { migrate } from '@batonkit/postgres-adapter';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from '../../../postgres-adapter/testing/postgres-server.mjs';
import { runHook } from '../hooks/run-hook.ts';
import { createShop, type Shop } from '../scratch-shop.fixture.ts';

/** How the guard of Claude Code judges a harmless write, for a task that only one store has. */
async function judge(shop: Shop, env: Record<string, string>): Promise<string> {
  const payload = { session_id: 's', tool_name: 'Write', tool_input: { file_path: 'docs/a.md' } };
  let told = '';
  const stream = { write: (text: string) => (told += text) };
  const code = await runHook(['claude', 'PreToolUse'], {
    stdin: [JSON.stringify({ ...payload, cwd: shop.directory })],
    stdout: stream,
    stderr: stream,
    env: { BATON_TASK: 'TASK-1', ...env },
    cwd: shop.directory,
  });
  return `${code} ${told.trim()}`;
}

test('a store that the environment names is that of the verbs and that of the hooks', async () => {
  const shop = createShop();
  for (const store of ['git', 'elsewhere/tasks']) {
    const env = { PATH: process.env.PATH, BATON_STORE: store };
    expect((await shop.baton(['init', 'TASK-1'], { env })).code).toBe(0);
    expect(await judge(shop, { BATON_STORE: store })).toBe('0 {}');
  }
  expect(await judge(shop, {})).toMatch(/^0 .*no task TASK-1/);
});

test('a variable or option that is empty names no store', async () => {
  const shop = createShop();
  const env = { PATH: process.env.PATH, BATON_STORE: '' };
  await shop.baton(['init', 'TASK-1'], { env });
  expect(shop.git('status', '--porcelain', '--ignored')).toContain('.agent-output/');
  expect((await shop.baton(['list', '--store', ''], { env })).stdout).toContain('TASK-1');
  expect(await judge(shop, { BATON_STORE: '' })).toBe('0 {}');
});

test.each(['postgres://ada:hunter2@', 'postgres://[', 'postgresql://ada:hunter2@host:port/x'])(
  'an address that is none is refused, and not repeated: %s',
  async (store) => {
    const { code, stderr } = await createShop({ isRepository: false }).baton(['list', '--store', store]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: The address of the store in PostgreSQL cannot be read/);
    expect(stderr).not.toContain('hunter2');
  },
);

test('a hook lets go of the store though it fails', async () => {
  const shop = createShop();
  const store = 'postgres://nobody@127.0.0.1:1/none';
  shop.write('batonkit.config.json', JSON.stringify({ store, guard: { writeableRoots: ['src'] } }));
  const end = vi.spyOn(pg.Pool.prototype, 'end');
  onTestFinished(() => end.mockRestore());
  expect(await judge(shop, {})).toMatch(/^2 .*writeableRoots/);
  expect(end).toHaveBeenCalledOnce();
});

test('tasks in a real PostgreSQL: verbs and hooks', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const shop = createShop();
  const database = `shop_${process.pid}_${Date.now()}`;
  const url = Object.assign(new URL(server.url), { pathname: `/${database}` }).href;
  const admin = new pg.Pool({ connectionString: server.url });
  await admin.query(`create database ${database}`);
  await admin.end();
  const env = { PATH: process.env.PATH, BATON_STORE: 'env:SHOP_STORE', SHOP_STORE: url };
  const run = (...argv: string[]) => shop.baton(argv, { env });

  const early = await run('init', 'TASK-1');
  expect(early.code).toBe(1);
  expect(early.stderr).toMatch(/^error: .*migrate/);

  const pool = new pg.Pool({ connectionString: url });
  await orThrow(migrate({ pool }));
  await pool.end();
  expect((await run('init', 'TASK-1', '--store', url)).code).toBe(0);
  expect((await run('init', 'TASK-1')).code).toBe(6);
  expect((await run('start', 'TASK-1', 'implementer')).code).toBe(0);
  expect((await run('list')).stdout).toMatch(/^TASK-1 +2$/m);
  expect((await run('status', 'TASK-1')).stdout).toMatch(/^implementer +in_progress/m);
  const doctor = JSON.parse((await run('doctor', '--json')).stdout) as { data: object };
  expect(doctor.data).toMatchObject({ healthy: true });
  expect(shop.git('status', '--porcelain', '--ignored')).toBe('');

  const { PATH: _path, ...named } = env;
  expect(await judge(shop, named)).toBe('0 {}');
  expect(await judge(shop, { ...named, BATON_TASK: 'TASK-2' })).toMatch(/^0 .*no task TASK-2/);
  expect(await judge(shop, { ...named, SHOP_STORE: 'postgres://nobody@127.0.0.1:1/none' })).toMatch(/^0 .*could not/);
}, 120_000);
