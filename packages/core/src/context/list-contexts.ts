import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { err, ok, type Result } from '../result/result.ts';

const PAGE = 500;

/** A task that has a context. */
export interface ContextListing {
  readonly taskId: string;
  readonly revision: number;
}

/** All tasks that have a context now, page by page. */
export async function listContexts(tasks: TaskStore): Promise<Result<readonly ContextListing[], StoreError>> {
  const found: ContextListing[] = [];
  for (let after: string | undefined; ;) {
    const page = await tasks.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    if (page.isErr()) return err(page.error);
    found.push(...page.value.filter(({ purged }) => !purged).map(({ id, revision }) => ({ taskId: id, revision })));
    after = page.value.at(-1)?.id;
    if (page.value.length < PAGE) return ok(found);
  }
}
