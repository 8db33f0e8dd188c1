import { err, type Failure, failure, ok, type Result, ResultAsync, type StoreError } from '@batonkit/core';
import { migrationsFor } from './migrations.ts';
import { type PostgresPool, withConnection } from './postgres-pool.ts';
import { checkSqlName, DEFAULT_SCHEMA } from './schema-name.ts';
import { sqlFailure } from './sql-failure.ts';

/** What {@link migrate} did. */
export interface MigrationReport {
  /** The layout version that the database has now. */
  readonly version: number;
  /** The versions that this call applied; empty when there was nothing to do. */
  readonly applied: readonly number[];
}

/** The expected failures of {@link migrate}. */
export type MigrateError = StoreError | Failure<'UnsupportedVersion', { found: number; supported: number }>;

const LOCK_TIMEOUT_MS = 30_000;

/**
 * Brings the tables to the layout of this library's version. Safe to call from every process at every start: one does the work under a
 * lock, in one transaction, the others wait and find nothing to do. Needs a role that may create schemas and tables.
 * Fails with `StorageFailure`, or `UnsupportedVersion` when a newer library has already been here.
 *
 * @example
 * ```ts
 * import { migrate } from '@batonkit/postgres-adapter';
 *
 * const pool = { connect: () => Promise.reject(new Error('no server in this example')), on: () => undefined };
 * const migrated = await migrate({ pool });
 * migrated.isErr() && migrated.error.code; // => 'StorageFailure'
 * ```
 */
export function migrate(options: {
  readonly pool: PostgresPool;
  readonly schema?: string;
}): ResultAsync<MigrationReport, MigrateError> {
  const schema = checkSqlName(options.schema ?? DEFAULT_SCHEMA, 'schema');
  return ResultAsync.fromPromise(applyMissing(options.pool, schema), (error) => sqlFailure('migrate', error)).andThen(
    (outcome) => outcome,
  );
}

/**
 * The SQL that {@link migrate} runs on an empty database, for people who apply changes to their databases themselves.
 *
 * @example
 * ```ts
 * import { migrationSql } from '@batonkit/postgres-adapter';
 *
 * migrationSql({ schema: 'handoffs' }).includes('CREATE TABLE handoffs.tasks'); // => true
 * ```
 */
export function migrationSql(options: { readonly schema?: string } = {}): string {
  const schema = checkSqlName(options.schema ?? DEFAULT_SCHEMA, 'schema');
  const steps = migrationsFor(schema).map(
    ({ version, sql }) => `${sql}\n\nINSERT INTO ${schema}.migrations (version) VALUES (${version});`,
  );
  return `BEGIN;\n\n${journal(schema)}\n\n${steps.join('\n\n')}\n\nCOMMIT;\n`;
}

function journal(schema: string): string {
  return `CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${schema}.migrations (
  version integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);`;
}

async function applyMissing(pool: PostgresPool, schema: string): Promise<Result<MigrationReport, MigrateError>> {
  const known = migrationsFor(schema);
  const supported = known.at(-1)?.version ?? 0;
  return withConnection(pool, 2 * LOCK_TIMEOUT_MS, async (query) => {
    await query({
      text: `BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL statement_timeout = ${LOCK_TIMEOUT_MS};
        SET LOCAL client_min_messages = warning`,
    });
    try {
      // Bound to the transaction, so that it works through a transaction pooler.
      await query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`batonkit ${schema}`] });
      await query({ text: journal(schema) });
      const rows = await query({ text: `SELECT version FROM ${schema}.migrations ORDER BY version` });
      const found = rows.map(({ version }) => Number(version));
      const newest = found.at(-1) ?? 0;
      if (newest > supported) {
        await query({ text: 'ROLLBACK' });
        return err(
          failure(
            'UnsupportedVersion',
            `The tables in schema ${schema} have layout ${newest}; this library knows ${supported}. Nothing was changed; use a newer @batonkit/postgres-adapter.`,
            { found: newest, supported },
          ),
        );
      }
      const missing = known.filter(({ version }) => !found.includes(version));
      for (const { version, sql } of missing) {
        await query({ text: sql });
        await query({ text: `INSERT INTO ${schema}.migrations (version) VALUES ($1)`, values: [version] });
      }
      await query({ text: 'COMMIT' });
      return ok({ version: supported, applied: missing.map(({ version }) => version) });
    } catch (error) {
      await query({ text: 'ROLLBACK' }).catch(() => undefined);
      throw error;
    }
  });
}
