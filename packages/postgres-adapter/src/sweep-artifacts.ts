import type { CommitSetting } from './commit-task.ts';
import { withConnection } from './postgres-pool.ts';

/** Removes artifacts that no current revision names, task by task, so that no lock is held for long. */
export async function sweepArtifacts(
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
