import type { CommitSetting } from './commit-task.ts';
import { withConnection } from './postgres-pool.ts';

/**
 * Removes artifacts that no current revision names. Task by task and each in a short transaction: first the row of the task is locked, so
 * that no commit is underway, then a second statement with a fresh view decides. What a commit has locked but not yet named is passed over.
 */
export async function sweepArtifacts(
  { pool, statements, lockTimeoutMs, statementTimeoutMs }: CommitSetting,
  olderThanMs: number,
): Promise<{ readonly removed: number }> {
  return withConnection(pool, statementTimeoutMs, async (query) => {
    const tasks = await query({ text: statements.findGarbage, values: [olderThanMs] });
    let removed = 0;
    for (const { task_id: id } of tasks) {
      await query({
        text: `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = ${statementTimeoutMs};
          SET LOCAL idle_in_transaction_session_timeout = 5000`,
      });
      try {
        await query({ text: statements.lockTask, values: [id] });
        removed += (await query({ text: statements.deleteGarbage, values: [id, olderThanMs] })).length;
      } finally {
        // Ends a failed transaction as well, which PostgreSQL turns into a rollback.
        await query({ text: 'COMMIT' });
      }
    }
    return { removed };
  });
}
