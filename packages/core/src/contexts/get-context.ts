import { readTask, type ReadTaskError, type Room } from '../commit/read-task.ts';
import type { TaskContext } from '../commit/task-committer.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import { findStaleness, type Observed } from './find-staleness.ts';
import { lookAtTaskFile, requireFreshSources, type SourceError, type SourcePorts } from './look-at-sources.ts';
import type { StaleCitation } from './stale-citation.ts';

/** Reads a context and compares it with what there is now, as far as the ports and the caller can tell. */
export async function getContext(
  ports: SourcePorts & Room & { readonly observeHead: () => Promise<Observed> },
  taskId: string,
  observed: Observed,
): Promise<Result<TaskContext | null, ReadTaskError>> {
  const read = await readTask(ports, taskId);
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
  const { taskFile, priority, path } = look.unwrapOr({ taskFile: 'unknown', priority: null, path: null });
  const stale = findStaleness(record, {
    ...(taskFile === 'changed' ? { taskFileSha: 'another one' } : {}),
    ...(taskFile === 'gone' ? { taskFileSha: null } : {}),
    ...(priority === null ? {} : { priority }),
    ...seen,
  });
  const placed = stale.map((warning) =>
    path !== null && ['TaskFileChanged', 'PriorityChanged'].includes(warning.code)
      ? { ...warning, where: path }
      : warning,
  );
  const trouble = [look, fresh].flatMap((result) => (result.isErr() ? [result.error] : []));
  const distinct = new Map(trouble.map((error) => [error.message, toWarning(error)]));
  return [...placed, ...distinct.values()];
}

function toWarning(error: SourceError | StaleCitation): Warning {
  const { code, message } = error;
  const stale = error.code === 'StaleCitation' ? error.data.stale : [];
  const [file, ...others] = new Set(stale.map(({ citation }) => citation.file));
  return { code, message, ...(file === undefined || others.length > 0 ? {} : { where: file }) };
}
