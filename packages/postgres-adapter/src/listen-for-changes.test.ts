import { okAsync, type TaskChange, type TaskStore, watchTaskChanges } from '@batonkit/core';
import { expect, test } from 'vitest';
import { createScriptedPool, errorOf } from '../testing/scripted-pool.mjs';
import { listenForChanges, type ListenOptions } from './listen-for-changes.ts';

async function take(changes: AsyncGenerator<TaskChange>, count: number): Promise<TaskChange[]> {
  const seen: TaskChange[] = [];
  while (seen.length < count) {
    const next = await changes.next();
    if (next.done === true) break;
    seen.push(next.value);
  }
  return seen;
}

function listening(
  pool: ReturnType<typeof createScriptedPool>,
  { prefix = '', ...options }: Partial<ListenOptions> & { readonly prefix?: string } = {},
) {
  let looks = 0;
  const list: TaskStore['list'] = () => {
    looks += 1;
    return okAsync([{ id: 'A-0', revision: 1, purged: false }]);
  };
  const listen = listenForChanges({ pool, heartbeatMs: 40, ...options });
  const changes = watchTaskChanges({ store: { list }, prefix, everyMs: 3_600_000, listen });
  const tell = (payload: string | undefined, connection = 1): void =>
    void pool.clients[connection - 1]?.emit('notification', { payload });
  const isReady = (connection = 1): Promise<void> =>
    expect.poll(() => pool.clients[connection - 1]?.listenerCount('notification')).toBe(1);
  return { changes, tell, isReady, looks: () => looks };
}

test('tells what it hears of the prefix, at once and once', async () => {
  const pool = createScriptedPool(() => []);
  const { changes, tell, isReady, looks } = listening(pool, { prefix: 'A-' });
  await take(changes, 1);
  await isReady();
  const next = changes.next();
  tell('B-1 1');
  tell('A-0 1');
  tell('A-1 7');
  expect((await next).value).toEqual({ id: 'A-1', revision: 7 });
  tell('A-1 7');
  tell('A-0 2');
  expect(await take(changes, 1)).toEqual([{ id: 'A-0', revision: 2 }]);
  await changes.return();
  expect(looks()).toBe(1);
  expect(pool.queries[0]).toEqual({ text: 'LISTEN batonkit_changes' });
  expect(pool.released).toEqual([true]);
  expect(pool.clients[0]?.listenerCount('notification')).toBe(0);
  pool.clients[0]?.emit('error', new Error('nobody is left to care'));
});

test('asks the server again and again whether it is there', async () => {
  const pool = createScriptedPool(() => []);
  const { changes } = listening(pool, { schema: 'other', heartbeatMs: 10 });
  await take(changes, 1);
  await expect.poll(() => pool.queries.length).toBeGreaterThan(3);
  await changes.return();
  expect(pool.queries.slice(0, 3)).toEqual([
    { text: 'LISTEN other_changes' },
    { text: 'SELECT 1' },
    { text: 'SELECT 1' },
  ]);
  expect(pool.released).toEqual([true]);
});

test.each([
  {
    what: 'says nothing any more',
    pool: () =>
      createScriptedPool((text, connection) =>
        connection === 1 && text === 'SELECT 1' ? new Promise(() => undefined) : [],
      ),
  },
  {
    what: 'refuses to listen',
    pool: () => createScriptedPool((_, connection) => (connection === 1 ? Promise.reject(errorOf('57P01')) : [])),
  },
  {
    what: 'cannot be had',
    pool: () =>
      createScriptedPool(
        () => [],
        (connection) => (connection === 1 ? Promise.reject(errorOf('ECONNREFUSED')) : undefined),
      ),
  },
])('a connection that $what is replaced', async ({ what, pool: createPool }) => {
  const pool = createPool();
  const { changes, tell, isReady } = listening(pool);
  await take(changes, 1);
  await isReady(2);
  expect(pool.released).toEqual(what === 'cannot be had' ? [] : [true]);
  const next = changes.next();
  tell('A-0 5', 2);
  expect((await next).value).toEqual({ id: 'A-0', revision: 5 });
  await changes.return();
});

test('a connection that breaks is replaced before the next heartbeat', async () => {
  const pool = createScriptedPool(() => []);
  const { changes, isReady } = listening(pool, { heartbeatMs: 3_600_000 });
  await take(changes, 1);
  await isReady();
  pool.clients[0]?.emit('error', errorOf('ECONNRESET'));
  await isReady(2);
  expect(pool.released).toEqual([true]);
  await changes.return();
  expect(pool.released).toEqual([true, true]);
});

test('a message without a payload is no change', async () => {
  const pool = createScriptedPool(() => []);
  const { changes, tell, isReady } = listening(pool);
  await take(changes, 1);
  await isReady();
  const next = changes.next();
  tell(undefined);
  tell('A-0');
  tell('A-0 2');
  expect((await next).value).toEqual({ id: 'A-0', revision: 2 });
  await changes.return();
});

test('a schema name that could be SQL is refused', () => {
  const pool = createScriptedPool(() => []);
  expect(() => listenForChanges({ pool, schema: 'x; DROP' })).toThrow(TypeError);
  expect(pool.queries).toEqual([]);
});
