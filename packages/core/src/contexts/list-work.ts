import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { coreMachine, type TaskEvent } from '../machine/core-machine.ts';
import type { TreeLink } from '../slices/deltas.ts';
import { err, ok, type Result } from '../result/result.ts';

const PAGE = 500;

/** Whether a link differs from the base: a turn that only threw the work away does not make it safe to forget. */
export function isWork({ snapshot }: TreeLink): boolean {
  return snapshot.diff_stat.files > 0;
}

/** What was handed off last in each life of a task, by its audit: that stays when the record goes, and can be read when the record cannot. */
export async function listWork(tasks: TaskStore, taskId: string): Promise<Result<readonly TreeLink[], StoreError>> {
  const works: TreeLink[] = [];
  let last: TreeLink | null = null;
  for (let afterRevision = 0; ; afterRevision += PAGE) {
    const page = await tasks.readAudit(taskId, { afterRevision, limit: PAGE });
    if (page.isErr()) return err(page.error);
    for (const line of page.value.flatMap(({ lines }) => lines)) {
      if (line.includes('"context-purged"') && last !== null) {
        works.push(last);
        last = null;
      }
      const link = line.includes('"base_commit"') ? readLink(line) : null;
      if (link !== null && isWork(link)) last = link;
    }
    if (page.value.length < PAGE) return ok(last === null ? works : [...works, last]);
  }
}

/** The link that an entry of the audit added to the chain; `null` when it added none, or is no entry. */
function readLink(line: string): TreeLink | null {
  try {
    const parsed = coreMachine.EventSchema.safeParse((JSON.parse(line) as { event?: unknown }).event);
    if (!parsed.success) return null;
    const event = parsed.data as TaskEvent;
    if (event.type === 'snapshot-taken') return { role: event.role, outside: false, snapshot: event.snapshot };
    if (event.type !== 'drift-resolved' || event.accepted === null) return null;
    return { role: event.role, outside: true, snapshot: event.accepted };
  } catch {
    return null;
  }
}
