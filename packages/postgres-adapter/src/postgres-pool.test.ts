import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createScriptedPool, errorOf } from '../testing/scripted-pool.mjs';
import { ConnectionLost, sqlState, withConnection } from './postgres-pool.ts';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const never = (): Promise<never> => new Promise(() => undefined);

describe('withConnection', () => {
  test('sends texts with and without values, gives rows, and gives the connection back', async () => {
    const pool = createScriptedPool((text) => [{ text }]);
    const values = [1, 'two'];
    const rows = await withConnection(pool, 1000, async (query) => [
      ...(await query({ text: 'SELECT 1' })),
      ...(await query({ text: 'SELECT $1, $2', values })),
    ]);
    expect(rows).toEqual([{ text: 'SELECT 1' }, { text: 'SELECT $1, $2' }]);
    expect(pool.queries).toEqual([{ text: 'SELECT 1' }, { text: 'SELECT $1, $2', values: [1, 'two'] }]);
    expect(pool.queries[0]).not.toHaveProperty('values');
    expect(pool.queries[1]?.values).not.toBe(values);
    expect(pool.released).toEqual([false]);
  });

  test('listens for errors while it has the connection, and not after', async () => {
    const pool = createScriptedPool(() => []);
    const listeners = await withConnection(pool, 1000, () => {
      pool.clients[0]?.emit('error', new Error('would end the process'));
      return Promise.resolve(pool.clients[0]?.listenerCount('error'));
    });
    expect(listeners).toBe(1);
    expect(pool.clients[0]?.listenerCount('error')).toBe(0);
  });

  test.each([
    ['57P01', '57P01'],
    ['57P05', '57P05'],
    ['08006', '08006'],
    ['53300', '53300'],
    ['ECONNRESET', 'ECONNRESET'],
    ['EPIPE', 'EPIPE'],
    [undefined, 'the connection ended'],
    ['hunter2 said the server', 'the connection ended'],
    ['AB', 'the connection ended'],
    ['A'.repeat(21), 'the connection ended'],
    ['a-lower-one', 'the connection ended'],
  ])('an error %s means that the connection is lost, and it is closed', async (code, reason) => {
    const pool = createScriptedPool(() => Promise.reject(errorOf(code)));
    const lost = (await failureOf(
      withConnection(pool, 1000, (query) => query({ text: 'SELECT 1' })),
    )) as ConnectionLost;
    expect(lost).toBeInstanceOf(ConnectionLost);
    expect(lost).toMatchObject({ name: 'ConnectionLost', message: reason, sent: true });
    expect(pool.released).toEqual([true]);
  });

  test.each(['23505', '57014', '57P06', '53200', '42P01', '40001'])(
    'the error %s is about the statement; the connection stays',
    async (code) => {
      const error = errorOf(code);
      const pool = createScriptedPool(() => Promise.reject(error));
      expect(await failureOf(withConnection(pool, 1000, (query) => query({ text: 'SELECT 1' })))).toBe(error);
      expect(pool.released).toEqual([false]);
    },
  );

  test('a server that does not answer in time is lost', async () => {
    const pool = createScriptedPool(never);
    const lost = await failureOf(withConnection(pool, 30, (query) => query({ text: 'SELECT 1' })));
    expect(lost).toMatchObject({ name: 'ConnectionLost', message: 'no answer in time', sent: true });
    expect(pool.released).toEqual([true]);
  });

  test('a bug in what uses the connection neither closes nor keeps it', async () => {
    const pool = createScriptedPool(() => []);
    const bug = new TypeError('a bug');
    expect(await failureOf(withConnection(pool, 1000, () => Promise.reject(bug)))).toBe(bug);
    expect(pool.released).toEqual([false]);
  });

  test.each(['ECONNREFUSED', '53300', '57P03', '08001'])(
    'a pool that fails to connect with %s has sent nothing',
    async (code) => {
      const pool = createScriptedPool(
        () => [],
        () => Promise.reject(errorOf(code)),
      );
      const lost = await failureOf(withConnection(pool, 1000, () => Promise.resolve()));
      expect(lost).toMatchObject({ name: 'ConnectionLost', message: code, sent: false });
      expect(pool.released).toEqual([]);
    },
  );

  test('a login that is refused is no lost connection', async () => {
    const refused = errorOf('28P01');
    const pool = createScriptedPool(
      () => [],
      () => Promise.reject(refused),
    );
    expect(await failureOf(withConnection(pool, 1000, () => Promise.resolve()))).toBe(refused);
  });

  test('a connection that comes too late goes back to the pool', async () => {
    const pool = createScriptedPool(
      () => [],
      () => sleep(60),
    );
    const lost = await failureOf(withConnection(pool, 20, () => Promise.resolve()));
    expect(lost).toMatchObject({ name: 'ConnectionLost', message: 'no free connection in time', sent: false });
    expect(pool.released).toEqual([]);
    await expect.poll(() => pool.released).toEqual([undefined]);
  });
});

test('a SQLSTATE is five capitals or digits, and no error code of the system', () => {
  const codes = ['42P01', '00000', 'XX000', 'EPIPE', 'P0001', '42p01', '42P011', 'x42P01', '4201', 42_001, undefined];
  expect(codes.map((code) => sqlState(errorOf(code)))).toEqual([
    '42P01',
    '00000',
    'XX000',
    null,
    'P0001',
    ...Array<null>(6).fill(null),
  ]);
  expect([sqlState(null), sqlState('42P01'), sqlState(undefined)]).toEqual([null, null, null]);
});
