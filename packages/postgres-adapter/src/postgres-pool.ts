/** The part of a `pg` query that this adapter sends. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** The part of a `pg` client that this adapter calls. */
export interface PostgresClient {
  query(query: { text: string; values?: unknown[] }): Promise<{ rows: unknown[]; rowCount: number | null }>;
  /** Gives the connection back; `true` closes it. */
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
}

/**
 * The part of a `pg` Pool that this adapter calls: any `Pool` of `pg` 8 fits. The pool is yours: host, password, TLS and size are set
 * where you make it, and you end it.
 */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The connection broke, or did not answer in time: nobody knows what became of what was sent. */
export class ConnectionLost extends Error {
  /** False when nothing had been sent yet. */
  readonly sent: boolean;

  constructor(reason: string, sent: boolean) {
    super(reason);
    this.name = 'ConnectionLost';
    this.sent = sent;
  }
}

/** Lends a connection to `run`; closes it when the connection is lost, gives it back otherwise. Throws `ConnectionLost`. */
export async function withConnection<T>(
  pool: PostgresPool,
  timeoutMs: number,
  run: (query: (query: PostgresQuery) => Promise<Record<string, unknown>[]>) => Promise<T>,
): Promise<T> {
  const client = await connectWithin(pool, timeoutMs);
  // A checked-out client without a listener takes the process down when its connection breaks.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let healthy = true;
  try {
    return await run(async ({ text, values }) => {
      try {
        const sent = client.query(values === undefined ? { text } : { text, values: [...values] });
        const { rows } = await within(sent, timeoutMs, 'no answer in time');
        return rows as Record<string, unknown>[];
      } catch (error) {
        if (sqlState(error) === null || isConnectionEnd(error)) {
          healthy = false;
          throw new ConnectionLost(describeLoss(error), true);
        }
        throw error;
      }
    });
  } finally {
    client.off('error', ignore);
    client.release(!healthy);
  }
}

/** The five characters by which PostgreSQL names an error, or null when it was not PostgreSQL that complained. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? code : null;
}

// 08: connection exceptions; 57P01 to 57P05: the server ends the session; 53300: no free connection slot.
function isConnectionEnd(error: unknown): boolean {
  return /^(08|57P0[1-5]|53300)/.test(sqlState(error) ?? '');
}

/** Says what broke without quoting the server, whose words may hold values. */
function describeLoss(error: unknown): string {
  if (error instanceof ConnectionLost) return error.message;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z_]{3,20}$/.test(code) ? code : 'the connection ended';
}

async function connectWithin(pool: PostgresPool, timeoutMs: number): Promise<PostgresClient> {
  const pending = pool.connect();
  try {
    return await within(pending, timeoutMs, 'no free connection in time');
  } catch (error) {
    // It may still arrive; then nobody waits for it any more.
    pending.then(
      (client) => client.release(),
      () => undefined,
    );
    if (sqlState(error) !== null && !isConnectionEnd(error)) throw error;
    throw new ConnectionLost(describeLoss(error), false);
  }
}

async function within<T>(promise: Promise<T>, timeoutMs: number, reason: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionLost(reason, true)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
