import { EMPTY_CHAIN, type ChainAnchor } from '../audit/chain-anchor.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { ReadRecordError } from '../machine/read-record.ts';
import { unknownSection, type UnknownSection } from '../record/unknown-section.ts';
import { failure, type Failure } from '../result/failure.ts';
import { err, errAsync, ok, okAsync, type Result, type ResultAsync } from '../result/result.ts';

/** A store, and the machine that its records are read and changed by. */
export interface Room<Task extends TaskRecord = TaskRecord> {
  readonly tasks: TaskStore;
  readonly machine: Machine<Task>;
}

/** A task as a decision needs it: its record (`null`: never made, or purged), its revision, the end of its audit chain. */
export interface FoundTask<Task extends TaskRecord = TaskRecord> {
  readonly record: Task | null;
  readonly revision: number;
  readonly anchor: ChainAnchor;
  /** Set when there is a record that cannot be read: the code of what is wrong with it. */
  readonly unreadable?: ReadRecordError['code'];
}

/** Why a task could not be read. */
export type ReadTaskError = StoreError | Exclude<ReadRecordError, Failure<'Corrupt'>>;

/** Reads a task and verifies its record. */
export function readTask<Task extends TaskRecord>(
  room: Room<Task>,
  id: string,
): ResultAsync<FoundTask<Task>, ReadTaskError> {
  const { tasks, machine } = room;
  return tasks.read(id).andThen(({ revision, body }): ResultAsync<FoundTask<Task>, ReadTaskError> => {
    if (body === null) return readAnchor(tasks, id, revision).map((anchor) => ({ record: null, revision, anchor }));
    const record = machine.readRecord(body).mapErr((error) => nameTask(error, id));
    if (record.isErr()) return errAsync(record.error);
    return okAsync({ record: record.value, revision, anchor: record.value.audit });
  });
}

/** Records of this version that are not what they should be. */
const READ_AS_JSON: readonly ReadRecordError['code'][] = ['SchemaViolation', 'ImmutableTampered'];

/**
 * As {@link readTask}, but a record that cannot be read is reported in the state, so that it can be purged; unless it has a section that nothing
 * here knows.
 */
export function readTaskToPurge<Task extends TaskRecord>(
  room: Room<Task>,
  id: string,
): ResultAsync<FoundTask<Task>, ReadTaskError | UnknownSection> {
  const { tasks, machine } = room;
  return tasks.read(id).andThen(({ revision, body }): ResultAsync<FoundTask<Task>, ReadTaskError | UnknownSection> => {
    const record = body === null ? null : machine.readRecord(body);
    if (record === null || record.isOk()) return readTask(room, id);
    const unreadable = record.error.code;
    // What it holds besides may say whose it is, even where the rest of it is damaged.
    const unknown = READ_AS_JSON.includes(unreadable) ? machine.unknownSections(JSON.parse(body ?? '') as Task) : [];
    if (unknown.length > 0) return errAsync(unknownSection(id, unknown));
    return readAnchor(tasks, id, revision).map((anchor) => ({ record: null, revision, anchor, unreadable }));
  });
}

/** The end of the audit chain as the audit itself tells it, for a task whose record is gone or cannot be read. */
export function readAnchor(tasks: TaskStore, id: string, revision: number): ResultAsync<ChainAnchor, StoreError> {
  if (revision === 0) return okAsync(EMPTY_CHAIN);
  return tasks.readAudit(id, { afterRevision: revision - 1, limit: 1 }).andThen((page) => {
    const line = page[0]?.lines.at(-1);
    return line === undefined ? damagedAudit(id, revision) : parseAnchor(id, revision, line);
  });
}

function parseAnchor(id: string, revision: number, line: string): Result<ChainAnchor, StoreError> {
  try {
    const { seq, hash } = JSON.parse(line) as { seq?: unknown; hash?: unknown };
    if (typeof seq === 'number' && typeof hash === 'string') return ok({ count: seq, head: hash });
  } catch {
    // Falls through: a line that is not JSON is as damaged as one without its fields.
  }
  return damagedAudit(id, revision);
}

function damagedAudit(id: string, revision: number): Result<never, StoreError> {
  const message = `The audit of ${id} ends without a readable entry for revision ${revision}. Nothing was changed; restore the audit from a backup.`;
  return err(failure('Corrupt', message, { id, where: 'audit', reason: 'last entry unreadable' }));
}

function nameTask(error: ReadRecordError, id: string): ReadTaskError {
  const message = `${id}: ${error.message}`;
  if (error.code === 'Corrupt') return failure('Corrupt', message, { id, ...error.data }, error.cause);
  return failure(error.code, message, error.data);
}
