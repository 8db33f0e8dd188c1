/**
 * Fills a schema with tasks at revision 1, each with a body of about 4 KB, one audit line and one artifact, and tells the planner.
 *
 * @param {import('pg').Pool} pool
 * @param {string} schema
 * @param {number} count
 */
export async function seedTasks(pool, schema, count) {
  const ids = `SELECT 'TASK-' || lpad(n::text, 7, '0') AS id, n FROM generate_series(1, $1::integer) AS n`;
  await pool.query(
    `INSERT INTO ${schema}.tasks (id, revision, body, live_artifacts)
     SELECT id, 1, convert_to(repeat(md5(id), 128), 'UTF8'), ARRAY[sha256(convert_to(id, 'UTF8'))] FROM (${ids}) AS t`,
    [count],
  );
  await pool.query(
    `INSERT INTO ${schema}.revisions (task_id, revision, operation_id, digest, line_count, lines)
     SELECT id, 1, 'seed', '\\x00', 1, convert_to('seeded ' || id, 'UTF8') FROM (${ids}) AS t`,
    [count],
  );
  await pool.query(
    `INSERT INTO ${schema}.artifacts (task_id, sha, bytes)
     SELECT id, sha256(convert_to(id, 'UTF8')), convert_to(id, 'UTF8') FROM (${ids}) AS t`,
    [count],
  );
  for (const table of ['tasks', 'revisions', 'artifacts']) await pool.query(`VACUUM ANALYZE ${schema}.${table}`);
}
