import { errAsync, okAsync, storeErrors, type TaskListing, type TaskStore } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { createScriptedPool, errorOf } from '../testing/scripted-pool.mjs';
import { type TaskChange, watchTaskChanges, type WatchOptions } from './watch-task-changes.ts';

type Page = Parameters<TaskStore['list']>[0];

/** A store whose tasks a test sets, and which writes down how it was asked. */
function scriptedStore(tasks: { id: string; revision: number }[]) {
  const asked: Page[] = [];
  const list: TaskStore['list'] = (page) => {
    asked.push(page);
    const { prefix = '', after = '', limit } = page;
    const found: TaskListing[] = tasks
      .filter(({ id }) => id.startsWith(prefix) && id > after)
      .slice(0, limit)
      .map((task) => ({ ...task, purged: false }));
    return okAsync(found);
  };
  return { asked, list };
}

async function take(changes: AsyncGenerator<TaskChange>, count: number): Promise<TaskChange[]> {
  const seen: TaskChange[] = [];
  while (seen.length < count) {
    const next = await changes.next();
    if (next.done === true) break;
    seen.push(next.value);
  }
  return seen;
}

describe('looking', () => {
  test('asks page by page, for the prefix only, and tells every task once', async () => {
    const tasks = Array.from({ length: 2000 }, (_, n) => ({ id: `T-${1000 + n}`, revision: 1 }));
    const store = scriptedStore([...tasks, { id: 'U', revision: 1 }]);
    const ending = new AbortController();
    const changes = watchTaskChanges({ store, prefix: 'T-', everyMs: 5, signal: ending.signal });
    expect(await take(changes, 2000)).toEqual(tasks);
    tasks.splice(0, 2000);
    const rest = changes.next();
    await expect.poll(() => store.asked.length).toBeGreaterThan(3);
    ending.abort();
    expect((await rest).done).toBe(true);
    expect(store.asked.slice(0, 4)).toEqual([
      { prefix: 'T-', limit: 1000 },
      { prefix: 'T-', limit: 1000, after: 'T-1999' },
      { prefix: 'T-', limit: 1000, after: 'T-2999' },
      { prefix: 'T-', limit: 1000 },
    ]);
  });

  test('tells a task again only at a higher revision', async () => {
    const task = { id: 'A', revision: 2 };
    const store = scriptedStore([task]);
    const changes = watchTaskChanges({ store, everyMs: 5 });
    expect(await take(changes, 1)).toEqual([{ id: 'A', revision: 2 }]);
    const next = changes.next();
    await expect.poll(() => store.asked.length).toBeGreaterThan(3);
    task.revision = 1;
    const looks = store.asked.length;
    await expect.poll(() => store.asked.length).toBeGreaterThan(looks + 1);
    task.revision = 3;
    expect((await next).value).toEqual({ id: 'A', revision: 3 });
    await changes.return();
  });

  test('rests between looks', async () => {
    const store = scriptedStore([{ id: 'A', revision: 1 }]);
    const ending = new AbortController();
    const changes = watchTaskChanges({ store, everyMs: 60_000, signal: ending.signal });
    await take(changes, 1);
    const next = changes.next();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(store.asked).toEqual([{ prefix: '', limit: 1000 }]);
    ending.abort();
    expect((await next).done).toBe(true);
  });

  test('tells of a look that failed, and goes on', async () => {
    const sound = scriptedStore([{ id: 'A', revision: 1 }]);
    const failed = storeErrors.storageFailure('list tasks', 'no server');
    let looks = 0;
    const list: TaskStore['list'] = (page) => ((looks += 1) < 3 ? errAsync(failed) : sound.list(page));
    const errors: unknown[] = [];
    const changes = watchTaskChanges({ store: { list }, everyMs: 5, onError: (error) => errors.push(error) });
    expect(await take(changes, 1)).toEqual([{ id: 'A', revision: 1 }]);
    expect(errors).toEqual([failed, failed]);
    await changes.return();
  });
});

describe('listening', () => {
  const listening = (pool: ReturnType<typeof createScriptedPool>, options: Partial<WatchOptions> = {}) => {
    const store = scriptedStore([{ id: 'A-0', revision: 1 }]);
    const listen = { pool, heartbeatMs: 40, ...options.listen };
    const changes = watchTaskChanges({ store, everyMs: 3_600_000, ...options, listen });
    const tell = (payload: string | undefined, connection = 1): void =>
      void pool.clients[connection - 1]?.emit('notification', { payload });
    const isReady = (connection = 1): Promise<void> =>
      expect.poll(() => pool.clients[connection - 1]?.listenerCount('notification')).toBe(1);
    return { changes, tell, isReady, store };
  };

  test('tells what it hears of the prefix, at once and once', async () => {
    const pool = createScriptedPool(() => []);
    const { changes, tell, isReady, store } = listening(pool, { prefix: 'A-' });
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
    expect(store.asked).toHaveLength(1);
    expect(pool.queries[0]).toEqual({ text: 'LISTEN batonkit_changes' });
    expect(pool.released).toEqual([true]);
    expect(pool.clients[0]?.listenerCount('notification')).toBe(0);
    pool.clients[0]?.emit('error', new Error('nobody is left to care'));
  });

  test('asks the server again and again whether it is there', async () => {
    const pool = createScriptedPool(() => []);
    const { changes } = listening(pool, { listen: { pool, schema: 'other', heartbeatMs: 10 } });
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
    const { changes, isReady } = listening(pool, { listen: { pool, heartbeatMs: 3_600_000 } });
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

  test('a schema name that could be SQL is refused', async () => {
    const pool = createScriptedPool(() => []);
    const changes = watchTaskChanges({ store: scriptedStore([]), listen: { pool, schema: 'x; DROP' }, everyMs: 5 });
    await expect(changes.next()).rejects.toThrow(TypeError);
    expect(pool.queries).toEqual([]);
  });
});
