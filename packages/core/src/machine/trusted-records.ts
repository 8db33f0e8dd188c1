import type { TaskRecord } from './task-record.ts';

const trusted = new WeakSet<TaskRecord>();

/** Marks a record as made by this code (read and verified, or evolved): it is frozen, so it stays as it was made. */
export function trustRecord(record: TaskRecord): TaskRecord {
  trusted.add(record);
  return record;
}

/** True for a record that need not be checked again; any other may have been built or edited by hand. */
export function isTrusted(record: TaskRecord): boolean {
  return trusted.has(record);
}
