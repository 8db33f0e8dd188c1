import {
  type AuditRevision,
  checkCommit,
  err,
  errAsync,
  ok,
  parseTaskId,
  type Result,
  ResultAsync,
  type StoreError,
  storeErrors,
  type TaskListing,
  type TaskStore,
  type TaskStoreCapabilities,
} from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { type CommitSetting, commitTask } from './commit-task.ts';
import { type PostgresPool, type PostgresQuery, withConnection } from './postgres-pool.ts';
import { checkSqlName, DEFAULT_SCHEMA } from './schema-name.ts';
import { sqlFailure } from './sql-failure.ts';
import { storeStatements } from './store-statements.ts';
import { tryAgain } from './try-again.ts';

const CAPABILITIES: TaskStoreCapabilities = {
  durable: true,
  scope: 'network',
  maxBodyBytes: 16 * 1024 * 1024,
  maxArtifactBytes: 32 * 1024 * 1024,
};

/** What {@link createPostgresTaskStore} takes. */
export interface PostgresTaskStoreOptions {
  /** A `Pool` of `pg`; its TLS, password and size are yours to set. */
  readonly pool: PostgresPool;
  /** Where the tables are; `batonkit` by default. Throws a `TypeError` when it is not a plain lower-case name. */
  readonly schema?: string;
  /** Tell {@link listenForChanges} of each commit. PostgreSQL lets such commits end one at a time, so it costs throughput. Off by default. */
  readonly notify?: boolean;
  /** How long a commit waits for another writer of the same task before it answers `LockTimeout`. Default 10,000. */
  readonly lockTimeoutMs?: number;
  /** How long to wait for a connection, and for the answer to a statement. Default 15,000. */
  readonly statementTimeoutMs?: number;
  /** How long a call whose connection broke, or that found none, goes on trying; so a restart of the server is a pause. Default 10,000. */
  readonly reconnectMs?: number;
}

/**
 * A task store on PostgreSQL 13 or newer, for orchestrators on many machines. Each commit is one statement and thereby one transaction,
 * which also works through a transaction pooler. Run {@link migrate} once before the first use; the store never changes the layout.
 *
 * Fails as every store does; a broken connection is `StorageFailure`, and `OutcomeUnknown` when a commit may have got through. No error
 * holds a value of a row.
 *
 * @example
 * ```ts
 * import { createPostgresTaskStore } from '@batonkit/postgres-adapter';
 *
 * // const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, ssl: true });
 * const pool = { connect: () => Promise.reject(new Error('no server in this example')), on: () => undefined };
 * const tasks = createPostgresTaskStore({ pool, reconnectMs: 0 });
 * tasks.capabilities.scope; // => 'network'
 * const read = await tasks.read('TASK-1');
 * read.isErr() && read.error.code; // => 'StorageFailure'
 * ```
 */
export function createPostgresTaskStore(options: PostgresTaskStoreOptions): TaskStore {
  const { pool, notify = false, lockTimeoutMs = 10_000, statementTimeoutMs = 15_000, reconnectMs = 10_000 } = options;
  const schema = checkSqlName(options.schema ?? DEFAULT_SCHEMA, 'schema');
  const statements = storeStatements(schema);
  const setting: CommitSetting = { pool, statements, notify, lockTimeoutMs, statementTimeoutMs, reconnectMs };
  // The pool emits an error when the server ends an idle connection; without a listener that would end the process.
  pool.on('error', () => undefined);

  const ask = (operation: string, query: PostgresQuery): ResultAsync<Record<string, unknown>[], StoreError> =>
    ResultAsync.fromPromise(
      tryAgain(reconnectMs, () => withConnection(pool, statementTimeoutMs, (send) => send(query))),
      (error) => sqlFailure(operation, error),
    );

  return {
    capabilities: CAPABILITIES,

    read: (id) => {
      const parsed = parseTaskId(id);
      if (parsed.isErr()) return errAsync(parsed.error);
      return ask('read', { text: statements.read, values: [id] }).andThen(([row]) => {
        if (row === undefined) return ok({ revision: 0, body: null });
        const { revision, body } = row as { revision: string; body: Buffer | null };
        return decodeText(id, 'its body', body).map((text) => ({ revision: Number(revision), body: text }));
      });
    },

    commit: (commit) =>
      checkCommit(commit, CAPABILITIES).asyncAndThen(() => new ResultAsync(commitTask(setting, commit))),

    putArtifact: (id, bytes) =>
      parseTaskId(id).asyncAndThen(() => {
        if (bytes.length > CAPABILITIES.maxArtifactBytes) {
          return errAsync(storeErrors.artifactTooLarge(id, bytes.length, CAPABILITIES.maxArtifactBytes));
        }
        const sha = sha256Hex(bytes);
        const values = [id, Buffer.from(sha, 'hex'), Buffer.from(bytes)];
        return ask('store an artifact', { text: statements.putArtifact, values }).map(() => sha);
      }),

    getArtifact: (id, sha) => {
      const parsed = parseTaskId(id);
      if (parsed.isErr()) return errAsync(parsed.error);
      const key = /^[0-9a-f]{64}$/.test(sha) ? Buffer.from(sha, 'hex') : Buffer.alloc(0);
      return ask('read an artifact', { text: statements.getArtifact, values: [id, key] }).andThen(
        ([row]): Result<Uint8Array, StoreError> => {
          if (row === undefined) return err(storeErrors.artifactMissing(id, sha));
          const bytes = new Uint8Array((row as { bytes: Buffer }).bytes);
          return sha256Hex(bytes) === sha
            ? ok(bytes)
            : err(storeErrors.corrupt(id, `artifact ${sha}`, 'its bytes have another SHA-256'));
        },
      );
    },

    readAudit: (id, { afterRevision, limit }) => {
      const parsed = parseTaskId(id);
      if (parsed.isErr()) return errAsync(parsed.error);
      const query = { text: statements.readAudit, values: [id, afterRevision, Math.max(0, limit)] };
      return ask('read the audit', query).andThen((rows) =>
        decodeAudit(id, afterRevision, rows as unknown as readonly AuditRow[]),
      );
    },

    list: ({ prefix = '', after = '', limit }) =>
      ask('list tasks', {
        text: statements.list,
        // No id holds a character above "z", so "~" stands behind every id with this prefix.
        values: [after, prefix, `${prefix}~`, Math.max(0, limit)],
      }).map((rows) =>
        (rows as { id: string; revision: string; purged: boolean }[]).map(({ id, revision, purged }): TaskListing => ({
          id,
          revision: Number(revision),
          purged,
        })),
      ),

    sweep: ({ olderThanMs }) =>
      ResultAsync.fromPromise(
        tryAgain(reconnectMs, () => sweepArtifacts(setting, olderThanMs)),
        (error) => sqlFailure('sweep', error),
      ),
  };
}

interface AuditRow {
  readonly revision: string;
  readonly line_count: number;
  readonly lines: Buffer;
}

function decodeAudit(
  id: string,
  afterRevision: number,
  rows: readonly AuditRow[],
): Result<readonly AuditRevision[], StoreError> {
  const page: AuditRevision[] = [];
  for (const row of rows) {
    const revision = Number(row.revision);
    const due = Math.max(0, afterRevision) + page.length + 1;
    if (revision !== due) return err(storeErrors.corrupt(id, 'its audit', `revision ${due} is missing`));
    const text = decodeText(id, `the audit of revision ${revision}`, row.lines);
    if (text.isErr()) return err(text.error);
    const lines = row.line_count === 0 ? [] : (text.value ?? '').split('\n');
    if (lines.length !== row.line_count) {
      return err(storeErrors.corrupt(id, `the audit of revision ${revision}`, 'lines are missing'));
    }
    page.push({ revision, lines });
  }
  return ok(page);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeText(id: string, where: string, bytes: Buffer | null): Result<string | null, StoreError> {
  if (bytes === null) return ok(null);
  try {
    return ok(strictUtf8.decode(bytes));
  } catch {
    return err(storeErrors.corrupt(id, where, 'it is not UTF-8'));
  }
}

/** Removes artifacts that no current revision names, task by task, so that no lock is held for long. */
async function sweepArtifacts(
  { pool, statements, statementTimeoutMs }: CommitSetting,
  olderThanMs: number,
): Promise<{ readonly removed: number }> {
  return withConnection(pool, statementTimeoutMs, async (query) => {
    const tasks = await query({ text: statements.findGarbage, values: [olderThanMs] });
    let removed = 0;
    for (const { task_id: id } of tasks) {
      const [row] = await query({ text: statements.sweepTask, values: [id, olderThanMs] });
      removed += Number(row?.removed);
    }
    return { removed };
  });
}
