import type { StoreError, TaskStore } from '@batonkit/core';

/** Every task that ever was, and what could not be listed. */
export interface EveryTask {
  /** Whether it is purged, by task id. */
  readonly purged: ReadonlyMap<string, boolean>;
  readonly damaged: readonly StoreError[];
}

const PAGE = 500;

/** Lists all tasks, those behind a damaged one too. */
export async function listEveryTask(tasks: TaskStore): Promise<EveryTask> {
  const purged = new Map<string, boolean>();
  const damaged: StoreError[] = [];
  let after: string | undefined;
  let limit = PAGE;
  for (;;) {
    const page = await tasks.list({ limit, ...(after === undefined ? {} : { after }) });
    if (page.isOk()) {
      for (const { id, purged: isPurged } of page.value) purged.set(id, isPurged);
      after = page.value.at(-1)?.id ?? after;
      if (page.value.length < limit) return { purged, damaged };
    } else if (limit > 1) {
      // One by one, so that those before the damaged one are not lost with it.
      limit = 1;
    } else {
      damaged.push(page.error);
      const { id } = page.error.data as { readonly id?: unknown };
      if (typeof id !== 'string' || id === after) return { purged, damaged };
      after = id;
      limit = PAGE;
    }
  }
}
