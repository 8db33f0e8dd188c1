/** The SQL of one store. Every value is a parameter; only the checked schema name and the two settings are part of the text. */
export interface StoreStatements {
  readonly read: string;
  readonly commitFirst: string;
  readonly commitNext: string;
  readonly explain: string;
  readonly putArtifact: string;
  readonly getArtifact: string;
  readonly readAudit: string;
  readonly list: string;
  readonly findGarbage: string;
  readonly lockTask: string;
  readonly deleteGarbage: string;
}

/** What the statements depend on. */
export interface StatementOptions {
  readonly schema: string;
  readonly lockTimeoutMs: number;
  /** The channel that a commit tells of itself, or null. */
  readonly channel: string | null;
}

/** Builds the statements of a store. */
export function storeStatements({ schema, lockTimeoutMs, channel }: StatementOptions): StoreStatements {
  return {
    read: `SELECT revision, body FROM ${schema}.tasks WHERE id = $1`,

    commitFirst: commitStatement(
      `INSERT INTO ${schema}.tasks AS t (id, revision, body, live_artifacts)
         SELECT $1, $2::bigint + 1, $4::bytea, $5::bytea[] WHERE (SELECT count(*) FROM present) = cardinality($5::bytea[])
         ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, body = excluded.body, live_artifacts = excluded.live_artifacts
         WHERE t.revision = $2::bigint
         RETURNING t.revision`,
    ),
    commitNext: commitStatement(
      `UPDATE ${schema}.tasks SET revision = revision + 1, body = $4::bytea, live_artifacts = $5::bytea[]
         WHERE id = $1 AND revision = $2::bigint AND (SELECT count(*) FROM present) = cardinality($5::bytea[])
         RETURNING revision`,
    ),
    explain: `SELECT coalesce(t.revision, 0) AS found, r.revision AS made, r.digest,
        (SELECT encode(wanted, 'hex') FROM unnest($4::bytea[]) AS wanted
           WHERE NOT EXISTS (SELECT FROM ${schema}.artifacts WHERE task_id = $1 AND sha = wanted) LIMIT 1) AS missing
      FROM (SELECT) AS one
      LEFT JOIN ${schema}.tasks t ON t.id = $1
      LEFT JOIN LATERAL (
        SELECT revision, digest FROM ${schema}.revisions
        WHERE task_id = $1 AND revision > $2::bigint AND operation_id = $3 ORDER BY revision LIMIT 1
      ) r ON true`,

    // The row at revision 0 is what a sweep locks against the first commit.
    putArtifact: `WITH anchor AS (INSERT INTO ${schema}.tasks (id, revision) VALUES ($1, 0) ON CONFLICT (id) DO NOTHING)
      INSERT INTO ${schema}.artifacts (task_id, sha, bytes) VALUES ($1, $2::bytea, $3::bytea)
      ON CONFLICT (task_id, sha) DO UPDATE SET stored_at = clock_timestamp()`,
    getArtifact: `SELECT bytes FROM ${schema}.artifacts WHERE task_id = $1 AND sha = $2::bytea`,

    readAudit: `SELECT revision, line_count, lines FROM ${schema}.revisions
      WHERE task_id = $1 AND revision > $2::bigint ORDER BY revision LIMIT $3::bigint`,
    list: `SELECT id, revision, body IS NULL AS purged FROM ${schema}.tasks
      WHERE id > $1 AND id >= $2 AND id < $3 AND revision > 0 ORDER BY id LIMIT $4::bigint`,

    findGarbage: `SELECT DISTINCT a.task_id FROM ${schema}.artifacts a JOIN ${schema}.tasks t ON t.id = a.task_id
      WHERE a.stored_at <= clock_timestamp() - $1 * interval '1 millisecond' AND NOT a.sha = ANY (t.live_artifacts)`,
    lockTask: `SELECT FROM ${schema}.tasks WHERE id = $1 FOR UPDATE`,
    deleteGarbage: `DELETE FROM ${schema}.artifacts WHERE task_id = $1 AND sha IN (
        SELECT a.sha FROM ${schema}.artifacts a JOIN ${schema}.tasks t ON t.id = a.task_id
        WHERE a.task_id = $1 AND a.stored_at <= clock_timestamp() - $2 * interval '1 millisecond' AND NOT a.sha = ANY (t.live_artifacts)
        FOR UPDATE OF a SKIP LOCKED
      ) RETURNING sha`,
  };

  /**
   * A commit is one statement, so that it is one transaction that no client can leave open: a writer that is stopped or cut off holds no
   * lock. It sets its own lock time-out and durability for that transaction, since a pooler may hand out any session.
   * The artifacts it names stay locked against a sweep until it has ended.
   */
  function commitStatement(move: string): string {
    const told = channel === null ? '' : `, told AS MATERIALIZED (SELECT pg_notify('${channel}', $1 || ' ' || revision) FROM moved)`;
    return `WITH setting AS MATERIALIZED (
        SELECT set_config('lock_timeout', '${lockTimeoutMs}ms', true), set_config('synchronous_commit', 'on', true)
      ), present AS MATERIALIZED (
        SELECT sha FROM ${schema}.artifacts
        WHERE (SELECT count(*) FROM setting) = 1 AND task_id = $1 AND sha = ANY ($5::bytea[]) FOR KEY SHARE
      ), moved AS (
        ${move}
      ), noted AS (
        INSERT INTO ${schema}.revisions (task_id, revision, operation_id, digest, line_count, lines)
        SELECT $1, revision, $3, $6::bytea, $7::integer, $8::bytea FROM moved
      )${told}
      SELECT moved.revision FROM moved${channel === null ? '' : ' LEFT JOIN told ON true'}`;
  }
}
