/** The SQL of one store. Every value is a parameter; only the checked schema name is part of the text. */
export interface StoreStatements {
  readonly read: string;
  readonly commit: string;
  readonly putArtifact: string;
  readonly getArtifact: string;
  readonly readAudit: string;
  readonly list: string;
  readonly findGarbage: string;
  readonly sweepTask: string;
}

/** Builds the statements of a store. What writes is a function of the database: see `storeFunctions`. */
export function storeStatements(schema: string): StoreStatements {
  return {
    read: `SELECT revision, body FROM ${schema}.tasks WHERE id = $1`,
    commit: `SELECT outcome, revision, missing FROM ${schema}.commit_task($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    putArtifact: `SELECT ${schema}.put_artifact($1, $2, $3)`,
    getArtifact: `SELECT bytes FROM ${schema}.artifacts WHERE task_id = $1 AND sha = $2`,
    readAudit: `SELECT revision, line_count, lines FROM ${schema}.revisions
      WHERE task_id = $1 AND revision > $2 ORDER BY revision LIMIT $3`,
    list: `SELECT id, revision, body IS NULL AS purged FROM ${schema}.tasks
      WHERE id > $1 AND id >= $2 AND id < $3 AND revision > 0 ORDER BY id LIMIT $4`,
    findGarbage: `SELECT DISTINCT a.task_id FROM ${schema}.artifacts a JOIN ${schema}.tasks t ON t.id = a.task_id
      WHERE a.stored_at <= clock_timestamp() - $1 * interval '1 millisecond' AND NOT a.sha = ANY (t.live_artifacts)`,
    sweepTask: `SELECT ${schema}.sweep_task($1, $2) AS removed`,
  };
}
