import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { err, ok, type Result } from '../result/result.ts';

const PAGE = 500;

/** A task that has a context. */
export interface ContextListing {
  readonly taskId: string;
  /** 0 when the task is damaged. */
  readonly revision: number;
  /** Why it cannot be read; only where it cannot. */
  readonly damaged?: string;
}

/** All tasks that have a context now, page by page; with `skipDamaged` without those that cannot be read. */
export async function listContexts(
  tasks: TaskStore,
  { skipDamaged = false } = {},
): Promise<Result<readonly ContextListing[], StoreError>> {
  const found: ContextListing[] = [];
  for (let after: string | undefined; ;) {
    const page = await tasks.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    if (page.isErr()) return err(page.error);
    for (const { id, revision, purged, problem } of page.value) {
      if (purged || (skipDamaged && problem !== undefined)) continue;
      found.push({ taskId: id, revision, ...(problem === undefined ? {} : { damaged: problem.message }) });
    }
    if (page.value.length < PAGE) return ok(found);
    after = page.value.at(-1)?.id;
  }
}
