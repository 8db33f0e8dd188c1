import { err, type Failure, failure, ok, type Result, ResultAsync, type StoreError } from '@batonkit/core';
import { type PostgresPool, withConnection } from './postgres-pool.ts';
import { checkSqlName, DEFAULT_SCHEMA } from './schema-name.ts';
import { sqlFailure } from './sql-failure.ts';
import { functionSignatures, storeFunctions } from './store-functions.ts';

/** One step of the database layout. Steps are never edited after a release; a change is a new step. */
interface Migration {
  readonly version: number;
  readonly sql: string;
}

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

/** Every step, in order, for one schema (a checked name). */
function migrationsFor(schema: string): readonly Migration[] {
  return [{ version: 1, sql: `${tables(schema)}\n\n${storeFunctions(schema)}\n\n${closed(schema)}` }];
}

/**
 * `tasks` holds the current state, one row a task. `revisions` is the audit: rows are only ever added. `artifacts` are bytes by
 * SHA-256. Bodies and lines are `bytea`, because `text` refuses U+0000. Ids are collated "C": their order is that of their code units.
 * There are no foreign keys: every statement that adds a row makes its parent in the same statement, and a check per commit costs.
 */
function tables(schema: string): string {
  return `CREATE TABLE ${schema}.tasks (
  id text COLLATE "C" PRIMARY KEY,
  revision bigint NOT NULL CHECK (revision >= 0),
  body bytea,
  live_artifacts bytea[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 80);

CREATE TABLE ${schema}.revisions (
  task_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL CHECK (revision >= 1),
  operation_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  line_count integer NOT NULL CHECK (line_count >= 0),
  lines bytea NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (task_id, revision)
);

CREATE TABLE ${schema}.artifacts (
  task_id text COLLATE "C" NOT NULL,
  sha bytea NOT NULL CHECK (length(sha) = 32),
  bytes bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (task_id, sha)
);`;
}

/** PostgreSQL lets everybody call a new function; these act with the rights of their owner. */
function closed(schema: string): string {
  return functionSignatures(schema)
    .map((signature) => `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC;`)
    .join('\n');
}
