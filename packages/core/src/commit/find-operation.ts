import { storeErrors } from '../ports/store-errors.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { err, ok, type Result } from '../result/result.ts';

type Operation = TaskRecord['operations'][number];

const PAGE = 500;

/** A request that the audit knows under this id, though the record that remembered it may be purged. */
export async function findOperation(
  tasks: TaskStore,
  taskId: string,
  operationId: string,
): Promise<Result<Operation | undefined, StoreError>> {
  for (let afterRevision = 0; ; afterRevision += PAGE) {
    const page = await tasks.readAudit(taskId, { afterRevision, limit: PAGE });
    if (page.isErr()) return err(page.error);
    for (const { revision, lines } of page.value) {
      for (const line of lines) {
        if (!line.includes('operation-recorded')) continue;
        const event = readEvent(line);
        if (event === null) return err(storeErrors.corrupt(taskId, `the audit of revision ${revision}`, 'no entry'));
        if (event.operation?.id === operationId) return ok(event.operation);
      }
    }
    if (page.value.length < PAGE) return ok(undefined);
  }
}

/** The event of a line, or null when the line is none of an audit. */
function readEvent(line: string): { readonly operation?: Operation } | null {
  try {
    return (JSON.parse(line) as { event?: { operation?: Operation } }).event ?? null;
  } catch {
    return null;
  }
}
