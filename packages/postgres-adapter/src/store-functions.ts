import { changeChannel } from './change-channel.ts';

/**
 * The three writes as functions of the database. Each call is one statement and thereby one transaction that no client can leave open: a
 * writer that is stopped or cut off holds no lock. PostgreSQL keeps their plans, which makes a commit about as cheap as the bare
 * `UPDATE ... WHERE revision`, without prepared statements that a transaction pooler would lose. They run with the rights of their owner, so
 * that an application cannot write in any other way.
 */
export function storeFunctions(schema: string): string {
  return [commitTask(schema), putArtifact(schema), sweepTask(schema)].join('\n\n');
}

/** Every function with its arguments, as GRANT and REVOKE want to hear it. */
export function functionSignatures(schema: string): readonly string[] {
  return [
    `${schema}.commit_task(text, bigint, text, bytea, bytea[], bytea, integer, bytea, text, boolean)`,
    `${schema}.put_artifact(text, bytea, bytea)`,
    `${schema}.sweep_task(text, double precision)`,
  ];
}

function commitTask(schema: string): string {
  return `CREATE FUNCTION ${schema}.commit_task(
  p_id text, p_expected bigint, p_operation_id text, p_body bytea, p_artifacts bytea[],
  p_digest bytea, p_line_count integer, p_lines bytea, p_lock_timeout text, p_notify boolean,
  OUT outcome text, OUT revision bigint, OUT missing text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $commit$
#variable_conflict use_column
DECLARE
  made_digest bytea;
BEGIN
  PERFORM set_config('lock_timeout', p_lock_timeout, true);

  IF cardinality(p_artifacts) > 0 THEN
    -- The lock keeps a sweep away until this commit has ended.
    PERFORM FROM ${schema}.tasks WHERE id = p_id FOR UPDATE;
    SELECT encode(wanted, 'hex') INTO missing FROM unnest(p_artifacts) AS wanted
      WHERE NOT EXISTS (SELECT FROM ${schema}.artifacts WHERE task_id = p_id AND sha = wanted) LIMIT 1;
  END IF;

  IF missing IS NULL THEN
    IF p_expected = 0 THEN
      INSERT INTO ${schema}.tasks AS t (id, revision, body, live_artifacts) VALUES (p_id, 1, p_body, p_artifacts)
        ON CONFLICT (id) DO UPDATE SET revision = 1, body = p_body, live_artifacts = p_artifacts WHERE t.revision = 0;
    ELSE
      UPDATE ${schema}.tasks SET revision = p_expected + 1, body = p_body, live_artifacts = p_artifacts
        WHERE id = p_id AND revision = p_expected;
    END IF;
    IF FOUND THEN
      INSERT INTO ${schema}.revisions (task_id, revision, operation_id, digest, line_count, lines)
        VALUES (p_id, p_expected + 1, p_operation_id, p_digest, p_line_count, p_lines);
      IF p_notify THEN
        PERFORM pg_notify('${changeChannel(schema)}', p_id || ' ' || (p_expected + 1));
      END IF;
      outcome := 'committed';
      revision := p_expected + 1;
      RETURN;
    END IF;
  END IF;

  SELECT r.revision, r.digest INTO revision, made_digest FROM ${schema}.revisions AS r
    WHERE r.task_id = p_id AND r.revision > p_expected AND r.operation_id = p_operation_id ORDER BY r.revision LIMIT 1;
  IF FOUND THEN
    outcome := CASE WHEN made_digest = p_digest THEN 'replayed' ELSE 'reused' END;
    RETURN;
  END IF;
  SELECT t.revision INTO revision FROM ${schema}.tasks AS t WHERE t.id = p_id;
  revision := coalesce(revision, 0);
  outcome := CASE WHEN revision = p_expected THEN 'artifact missing' ELSE 'conflict' END;
END
$commit$;`;
}

/**
 * Makes the row of the task as well, at revision 0: it is what a sweep and the first commit lock against each other. Bytes that are
 * there already are replaced only when they are damaged.
 */
function putArtifact(schema: string): string {
  return `CREATE FUNCTION ${schema}.put_artifact(p_id text, p_sha bytea, p_bytes bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $put$
BEGIN
  INSERT INTO ${schema}.tasks (id, revision) VALUES (p_id, 0) ON CONFLICT (id) DO NOTHING;
  INSERT INTO ${schema}.artifacts AS a (task_id, sha, bytes) VALUES (p_id, p_sha, p_bytes)
    ON CONFLICT (task_id, sha) DO UPDATE SET stored_at = clock_timestamp(),
      bytes = CASE WHEN sha256(a.bytes) = a.sha THEN a.bytes ELSE EXCLUDED.bytes END;
END
$put$;`;
}

/** Locks the task first; only then, with a view that holds every commit before it, decides what nobody names. */
function sweepTask(schema: string): string {
  return `CREATE FUNCTION ${schema}.sweep_task(p_id text, p_older_than_ms double precision) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' AS $sweep$
DECLARE
  removed bigint;
BEGIN
  PERFORM FROM ${schema}.tasks WHERE id = p_id FOR UPDATE;
  DELETE FROM ${schema}.artifacts AS a USING ${schema}.tasks AS t
    WHERE t.id = p_id AND a.task_id = p_id AND NOT a.sha = ANY (t.live_artifacts)
      AND a.stored_at <= clock_timestamp() - p_older_than_ms * interval '1 millisecond';
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$sweep$;`;
}
