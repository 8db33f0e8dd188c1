import type { StoreError, TaskStore } from '@batonkit/core';

/** Every task that ever was, and what could not be listed. */
export interface EveryTask {
  /** Whether it is purged, by task id. */
  readonly purged: ReadonlyMap<string, boolean>;
  readonly damaged: readonly StoreError[];
}

const PAGE = 500;

/** Lists all tasks, and what is wrong with those that cannot be read. */
export async function listEveryTask(tasks: TaskStore): Promise<EveryTask> {
  const purged = new Map<string, boolean>();
  const damaged: StoreError[] = [];
  for (let after: string | undefined; ;) {
    const page = await tasks.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    if (page.isErr()) return { purged, damaged: [...damaged, page.error] };
    for (const { id, purged: isPurged, problem } of page.value) {
      if (problem === undefined) purged.set(id, isPurged);
      else damaged.push(problem);
    }
    if (page.value.length < PAGE) return { purged, damaged };
    after = page.value.at(-1)?.id;
  }
}
