import { readTask, type ReadTaskError } from '../commit/read-task.ts';
import type { TaskContext, Warning } from '../commit/task-committer.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { err, ok, type Result } from '../result/result.ts';
import { findStaleness, type Observed } from './find-staleness.ts';
import { lookAtTaskFile, requireFreshSources, type SourcePorts } from './look-at-sources.ts';

/** Reads a context and compares it with what there is now, as far as the ports and the caller can tell. */
export async function getContext(
  ports: SourcePorts & { readonly observeHead: () => Promise<Observed> },
  taskId: string,
  observed: Observed,
): Promise<Result<TaskContext | null, ReadTaskError>> {
  const read = await readTask(ports.tasks, taskId);
  if (read.isErr()) return err(read.error);
  const { record, revision } = read.value;
  if (record === null) return ok(null);
  const seen = { ...(await ports.observeHead()), ...observed };
  return ok({ record, revision, warnings: await warningsFor(ports, record, seen) });
}

/** Reading a context is not refused for what became of its sources; that is for those who act on it. */
async function warningsFor(ports: SourcePorts, record: TaskRecord, seen: Observed): Promise<readonly Warning[]> {
  const look = await lookAtTaskFile(ports, record);
  const fresh = await requireFreshSources(ports, record);
  const { taskFile, priority } = look.unwrapOr({ taskFile: 'unknown', priority: null });
  const stale = findStaleness(record, {
    ...(taskFile === 'changed' ? { taskFileSha: 'another one' } : {}),
    ...(taskFile === 'gone' ? { taskFileSha: null } : {}),
    ...(priority === null ? {} : { priority }),
    ...seen,
  });
  const trouble = [look, fresh].flatMap((result) => (result.isErr() ? [result.error] : []));
  const distinct = new Map(trouble.map(({ code, message }) => [message, { code, message }]));
  return [...stale, ...distinct.values()];
}
