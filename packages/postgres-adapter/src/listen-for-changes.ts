import { setTimeout as sleep } from 'node:timers/promises';
import { changeChannel } from './change-channel.ts';
import type { PostgresClient, PostgresPool } from './postgres-pool.ts';

/** How {@link listenForChanges} listens. */
export interface ListenOptions {
  readonly pool: PostgresPool;
  /** A checked name. */
  readonly schema: string;
  /** How often to ask the server whether it is still there; a silent connection looks like one without news. */
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

/** Calls `hear` for each commit it is told of, on a connection that is renewed whenever it breaks. Resolves when the signal is aborted. */
export async function listenForChanges(
  { pool, schema, heartbeatMs, signal }: ListenOptions,
  hear: (change: { readonly id: string; readonly revision: number }) => void,
): Promise<void> {
  const channel = changeChannel(schema);
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
