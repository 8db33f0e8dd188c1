import type { TaskStore } from '../ports/task-store.ts';
import { type HookTask, readHookTask } from './hook-task.ts';
import { type HookPlace, selectTasks } from './select-tasks.ts';

const PAGE = 200;

/** The tasks that concern a session, and what is wrong with the others. */
export interface GatheredTasks {
  readonly tasks: readonly HookTask[];
  /** A sentence for each record that cannot be read. */
  readonly damaged: readonly string[];
  /** True when a damaged record may be that of the session's own task: then nobody knows what it forbids. */
  readonly isUncertain: boolean;
}

/** Gathers the tasks that concern a session. A damaged record does not hide the others. */
export async function gatherTasks(
  store: Pick<TaskStore, 'read' | 'list'>,
  session: string,
  place: HookPlace,
): Promise<GatheredTasks> {
  const problems: string[] = [];
  const found: HookTask[] = [];
  const look = async (id: string): Promise<void> => {
    const read = await store.read(id);
    if (read.isErr()) problems.push(read.error.message);
    else if (read.value.body !== null) {
      const task = readHookTask(id, read.value.body);
      if (task.isErr()) problems.push(task.error.message);
      else if (task.value !== null) found.push(task.value);
    }
  };
  if (place.task !== null) {
    await look(place.task);
    if (found.length === 0 && problems.length === 0)
      problems.push(`There is no task ${place.task} that is under way. Correct BATON_TASK.`);
  } else {
    // A page with a damaged task on it fails whole; then one task is asked for at a time, and the damaged one is passed.
    for (let after: string | undefined, limit = PAGE; ;) {
      const page = await store.list({ limit, ...(after === undefined ? {} : { after }) });
      if (page.isOk()) {
        for (const { id, purged } of page.value) if (!purged) await look(id);
        if (page.value.length < limit) break;
        after = page.value.at(-1)?.id;
      } else if (limit > 1) limit = 1;
      else {
        problems.push(page.error.message);
        const id = 'id' in page.error.data ? page.error.data.id : undefined;
        if (typeof id !== 'string' || (after !== undefined && id <= after)) break;
        after = id;
        limit = PAGE;
      }
    }
  }
  const tasks = selectTasks(found, session, place);
  return { tasks, damaged: problems, isUncertain: problems.length > 0 && tasks.length === 0 };
}
