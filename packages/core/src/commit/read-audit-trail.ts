import type { AuditEntry } from '../audit/audit-entry.ts';
import type { TaskEvent } from '../machine/core-machine.ts';
import type { Typed } from '../record/slice.ts';
import type { ChainAnchor } from '../audit/chain-anchor.ts';
import { verifyAudit, type AuditBroken } from '../audit/verify-audit.ts';
import { readTask, type ReadTaskError, type FoundTask, type Room } from './read-task.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { err, ok, ResultAsync, type Result } from '../result/result.ts';

const PAGE = 500;

/** A task's whole audit, verified against the anchor in its record. */
export interface AuditTrail<Event extends Typed = TaskEvent> {
  readonly entries: readonly AuditEntry<Event>[];
  readonly anchor: ChainAnchor;
}

/** Reads and verifies the audit up to the revision that the task has now. Survives a purge. */
export function readAuditTrail<Event extends Typed = TaskEvent>(
  room: Room,
  taskId: string,
): ResultAsync<AuditTrail<Event>, ReadTaskError | AuditBroken> {
  return readTask(room, taskId).andThen((state) => new ResultAsync(readAll<Event>(room.tasks, taskId, state)));
}

async function readAll<Event extends Typed>(
  tasks: TaskStore,
  taskId: string,
  { revision, anchor }: FoundTask,
): Promise<Result<AuditTrail<Event>, StoreError | AuditBroken>> {
  const entries: unknown[] = [];
  for (let after = 0; after < revision;) {
    const page = await tasks.readAudit(taskId, { afterRevision: after, limit: Math.min(PAGE, revision - after) });
    if (page.isErr()) return err(page.error);
    const last = page.value.at(-1);
    if (last === undefined) break;
    entries.push(...page.value.flatMap(({ lines }) => lines.map(parseLine)));
    after = last.revision;
  }
  return verifyAudit(entries, anchor).andThen(() => ok({ entries: entries as AuditEntry<Event>[], anchor }));
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // verifyAudit names the entry that is no entry.
    return null;
  }
}
