import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { err, ok, type Result } from '../result/result.ts';

const PAGE = 500;

/** A task that has a context. */
export interface ContextListing {
  readonly taskId: string;
  readonly revision: number;
}

/** All tasks that have a context now, page by page; with `skipDamaged` without those that cannot be read. */
export async function listContexts(
  tasks: TaskStore,
  { skipDamaged = false } = {},
): Promise<Result<readonly ContextListing[], StoreError>> {
  const found: ContextListing[] = [];
  let limit = PAGE;
  for (let after: string | undefined; ;) {
    const page = await tasks.list({ limit, ...(after === undefined ? {} : { after }) });
    if (page.isErr()) {
      const { code, data } = page.error;
      if (!skipDamaged || code !== 'Corrupt' || !(data.id > (after ?? ''))) return err(page.error);
      // One by one up to the damaged one, so that those before it are not lost with it.
      if (limit === 1) after = data.id;
      limit = limit === 1 ? PAGE : 1;
      continue;
    }
    found.push(...page.value.filter(({ purged }) => !purged).map(({ id, revision }) => ({ taskId: id, revision })));
    after = page.value.at(-1)?.id ?? after;
    if (page.value.length < limit) return ok(found);
  }
}
