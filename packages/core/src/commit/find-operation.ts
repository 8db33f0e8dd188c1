import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { err, ok, type Result } from '../result/result.ts';

const PAGE = 500;

/** A request that the audit knows under this id, though the record that remembered it may be purged. */
export async function findOperation(
  tasks: TaskStore,
  taskId: string,
  operationId: string,
): Promise<Result<TaskRecord['operations'][number] | undefined, StoreError>> {
  for (let afterRevision = 0; ; afterRevision += PAGE) {
    const page = await tasks.readAudit(taskId, { afterRevision, limit: PAGE });
    if (page.isErr()) return err(page.error);
    for (const line of page.value.flatMap(({ lines }) => lines)) {
      if (!line.includes('operation-recorded')) continue;
      const { event } = JSON.parse(line) as { event: { operation?: TaskRecord['operations'][number] } };
      if (event.operation?.id === operationId) return ok(event.operation);
    }
    if (page.value.length < PAGE) return ok(undefined);
  }
}
