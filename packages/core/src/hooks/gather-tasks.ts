import type { TaskStore } from '../ports/task-store.ts';
import { type HookTask, readHookTask } from './hook-task.ts';
import { type HookPlace, selectTasks } from './select-tasks.ts';

const PAGE = 200;

/** The tasks that concern a session. A record that cannot be read is a problem: it may be the one that forbids something. */
export async function gatherTasks(
  store: Pick<TaskStore, 'read' | 'list'>,
  session: string,
  place: HookPlace,
): Promise<{ readonly tasks: readonly HookTask[]; readonly problems: readonly string[] }> {
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
    for (let after: string | undefined; ;) {
      const page = await store.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
      if (page.isErr()) return { tasks: [], problems: [page.error.message] };
      for (const { id, purged } of page.value) if (!purged) await look(id);
      after = page.value.at(-1)?.id;
      if (page.value.length < PAGE) break;
    }
  }
  return { tasks: selectTasks(found, session, place), problems };
}
