import { functionSignatures, storeFunctions } from './store-functions.ts';

/** One step of the database layout. Steps are never edited after a release; a change is a new step. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** Every step, in order, for one schema (a checked name). */
export function migrationsFor(schema: string): readonly Migration[] {
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
