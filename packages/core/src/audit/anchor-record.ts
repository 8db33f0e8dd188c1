import { deepFreeze } from '../record/freeze.ts';
import type { TaskRecord } from '../machine/task-record.ts';
import { trustRecord } from '../machine/trusted-records.ts';
import type { AuditEntry } from './audit-entry.ts';

/** The record with its audit anchor on the given entry. */
export function anchorRecord(record: TaskRecord, { seq, hash, at, actor }: AuditEntry): TaskRecord {
  const audit = { count: seq, head: hash, last_update: at, last_actor: actor };
  return trustRecord(deepFreeze<TaskRecord>({ ...record, audit }));
}
