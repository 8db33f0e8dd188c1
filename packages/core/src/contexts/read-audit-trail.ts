import type { AuditEntry } from '../audit/audit-entry.ts';
import type { ChainAnchor } from '../audit/chain-anchor.ts';
import { verifyAudit, type AuditBroken } from '../audit/verify-audit.ts';
import { readTask, type ReadTaskError, type FoundTask } from '../commit/read-task.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { err, ok, ResultAsync, type Result } from '../result/result.ts';

const PAGE = 500;

/** A task's whole audit, verified against the anchor in its record. */
export interface AuditTrail {
  readonly entries: readonly AuditEntry[];
  readonly anchor: ChainAnchor;
}

/** Reads and verifies the audit up to the revision that the task has now. Survives a purge. */
export function readAuditTrail(tasks: TaskStore, taskId: string): ResultAsync<AuditTrail, ReadTaskError | AuditBroken> {
  return readTask(tasks, taskId).andThen((state) => new ResultAsync(readAll(tasks, taskId, state)));
}

async function readAll(
  tasks: TaskStore,
  taskId: string,
  { revision, anchor }: FoundTask,
): Promise<Result<AuditTrail, StoreError | AuditBroken>> {
  const entries: unknown[] = [];
  for (let after = 0; after < revision;) {
    const page = await tasks.readAudit(taskId, { afterRevision: after, limit: Math.min(PAGE, revision - after) });
    if (page.isErr()) return err(page.error);
    const last = page.value.at(-1);
    if (last === undefined) break;
    entries.push(...page.value.flatMap(({ lines }) => lines.map(parseLine)));
    after = last.revision;
  }
  return verifyAudit(entries, anchor).andThen(() => ok({ entries: entries as AuditEntry[], anchor }));
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // verifyAudit names the entry that is no entry.
    return null;
  }
}
