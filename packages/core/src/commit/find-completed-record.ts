import { replayAudit } from '../audit/replay-audit.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import { readAuditTrail } from './read-audit-trail.ts';
import type { Room } from './read-task.ts';

/** The last record of a task that was completed and purged, from its audit, which stays; `null` when it is no such task. */
export async function findCompletedRecord<Task extends TaskRecord>(room: Room<Task>, taskId: string) {
  const trail = await readAuditTrail(room, taskId);
  if (trail.isErr()) return null;
  const replayed = replayAudit(trail.value.entries, undefined, room.machine);
  const record = replayed.isOk() ? replayed.value.record : null;
  if (record === null || record.completion === null) return null;
  return { record, completion: record.completion, revision: trail.value.entries.at(-1)?.revision ?? 0 };
}
