import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeListener } from '@batonkit/core';
import { changeChannel } from './change-channel.ts';
import type { PostgresClient, PostgresPool } from './postgres-pool.ts';
import { checkSqlName, DEFAULT_SCHEMA } from './schema-name.ts';

/** What {@link listenForChanges} takes. */
export interface ListenOptions {
  /** Needs direct connections, not those of a transaction pooler. */
  readonly pool: PostgresPool;
  /** Where the tables are; `batonkit` by default. Throws a `TypeError` when it is not a plain lower-case name. */
  readonly schema?: string;
  /** How often to ask the server whether it is still there; a silent connection looks like one without news. Default 15,000. */
  readonly heartbeatMs?: number;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

/**
 * Lets `watchTaskChanges` of `@batonkit/core` hear of commits at once, from stores made with `notify: true`, on a connection that is renewed
 * whenever it breaks.
 *
 * @example
 * ```ts
 * import { okAsync, watchTaskChanges } from '@batonkit/core';
 * import { listenForChanges } from '@batonkit/postgres-adapter';
 *
 * const pool = { connect: () => Promise.reject(new Error('no server in this example')), on: () => undefined };
 * const store = { list: () => okAsync([{ id: 'TASK-1', revision: 3, purged: false }]) };
 * const changes = watchTaskChanges({ store, everyMs: 60_000, listen: listenForChanges({ pool }) });
 * const first = await changes.next();
 * await changes.return();
 * first.value; // => { id: 'TASK-1', revision: 3 }
 * ```
 */
export function listenForChanges({
  pool,
  schema = DEFAULT_SCHEMA,
  heartbeatMs = 15_000,
}: ListenOptions): ChangeListener {
  const channel = changeChannel(checkSqlName(schema, 'schema'));
  return (hear, signal) => listen({ pool, channel, heartbeatMs, signal }, hear);
}

async function listen(
  {
    pool,
    channel,
    heartbeatMs,
    signal,
  }: {
    readonly pool: PostgresPool;
    readonly channel: string;
    readonly heartbeatMs: number;
    readonly signal: AbortSignal;
  },
  hear: Parameters<ChangeListener>[0],
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const client = await pool.connect().catch(() => null);
    if (client !== null) {
      const heardOnce = await listenOn(client);
      if (heardOnce) pause = FIRST_PAUSE_MS;
    }
    await rest(pause, signal);
  }

  /** Listens until the connection breaks or the watch ends; true when the server answered at least once. */
  async function listenOn(client: PostgresClient): Promise<boolean> {
    const broken = new AbortController();
    const onError = (): void => broken.abort();
    const onNotification = ({ payload = '' }: { payload?: string | undefined }): void => {
      const [id = '', revision = ''] = payload.split(' ');
      hear({ id, revision: Number(revision) });
    };
    client.on('error', onError);
    client.on('notification', onNotification);
    let answered = false;
    try {
      const stop = AbortSignal.any([signal, broken.signal]);
      await inTime(client.query({ text: `LISTEN ${channel}` }));
      while (!stop.aborted) {
        answered = true;
        await rest(heartbeatMs, stop);
        if (!stop.aborted) await inTime(client.query({ text: 'SELECT 1' }));
      }
    } catch {
      // Any failure here means the same: this connection no longer tells us anything.
    } finally {
      client.off('error', onError);
      client.off('notification', onNotification);
      client.on('error', () => undefined);
      // It listens, so nobody else may get it.
      client.release(true);
    }
    return answered;
  }

  async function inTime(answer: Promise<unknown>): Promise<void> {
    const late = new AbortController();
    await Promise.race([
      answer.finally(() => late.abort()),
      sleep(heartbeatMs, undefined, { signal: late.signal }).then(() => Promise.reject(new Error('no heartbeat'))),
    ]);
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
