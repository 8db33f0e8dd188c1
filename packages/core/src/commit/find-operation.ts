import { storeErrors } from '../ports/store-errors.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { err, ok, type Result } from '../result/result.ts';

/** A request under its caller's id, as the audit knows it. */
export interface FoundOperation {
  readonly id: string;
  /** What was asked for: see `digestRequest`. */
  readonly digest: string;
  /** The revision that it made. */
  readonly revision: number;
  readonly at: string;
  readonly actor: string;
  readonly session: string | null;
  /** What happened in that revision, besides that the request was noted. */
  readonly events: readonly FoundEvent[];
  /** The revision that purged the context since; `null` when it is still there. */
  readonly purgedAt: number | null;
}

/** An event as a line of the audit holds it; not verified. */
export interface FoundEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Line {
  readonly at: string;
  readonly actor: string;
  readonly session?: string | null;
  readonly event: FoundEvent & { readonly operation?: { readonly id?: unknown; readonly digest?: unknown } };
}

const PAGE = 500;

/**
 * The request that has this id; `null` when there is none, or none was given. The audit tells, and not the record: that remembers only the last ones, and a purge takes it.
 */
export async function findOperation(
  tasks: TaskStore,
  taskId: string,
  operationId: string | undefined,
): Promise<Result<FoundOperation | null, StoreError>> {
  if (operationId === undefined) return ok(null);
  let found = null as FoundOperation | null;
  for (let afterRevision = 0; ; afterRevision += PAGE) {
    const page = await tasks.readAudit(taskId, { afterRevision, limit: PAGE });
    if (page.isErr()) return err(page.error);
    for (const { revision, lines } of page.value) {
      // Most revisions are not looked into: to parse them all would take longer than the write.
      const isOfInterest = lines.some((line) => line.includes('operation-recorded') || line.includes('context-purged'));
      if (!isOfInterest) continue;
      const entries = lines.map(readLine);
      if (entries.includes(null))
        return err(storeErrors.corrupt(taskId, `the audit of revision ${revision}`, 'no entry'));
      const known = entries as readonly Line[];
      if (found !== null && known.some(({ event }) => event.type === 'context-purged'))
        found = { ...found, purgedAt: revision };
      const line = known.find(({ event }) => event.operation?.id === operationId);
      if (line === undefined) continue;
      const { at, actor, session = null, event } = line;
      const digest = String(event.operation?.digest);
      const events = known.map((entry) => entry.event).filter(({ type }) => type !== 'operation-recorded');
      found = { id: operationId, digest, revision, at, actor, session, events, purgedAt: null };
    }
    if (page.value.length < PAGE) return ok(found);
  }
}

/** A line of the audit, or null when it is none. */
function readLine(line: string): Line | null {
  try {
    const entry = JSON.parse(line) as Partial<Line> | null;
    return typeof entry?.event?.type === 'string' ? (entry as Line) : null;
  } catch {
    return null;
  }
}
