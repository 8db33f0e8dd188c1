import { err, ok, type Result } from '../result/result.ts';
import { failure, type Failure } from '../result/failure.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { deepFreeze } from '../record/freeze.ts';
import { migrateRecord } from './migrate-record.ts';
import { recentRecords } from './recent-records.ts';
import { reject, unmetBySchema, type Rejection } from '../record/rejection.ts';
import { TaskRecordSchema, type ImmutableSection, type TaskRecord } from './task-record.ts';
import { trustRecord } from './trusted-records.ts';

/** Why a stored body is not a record that can be trusted. */
export type ReadRecordError =
  | Failure<'Corrupt', { readonly where: string; readonly reason: string }>
  | Rejection<'UnsupportedVersion' | 'SchemaViolation' | 'ImmutableTampered'>;

/**
 * Turns a stored body into a frozen, verified record: parsed, migrated, checked against the schema and against the stored
 * SHA-256 of its immutable section.
 *
 * Fails with `Corrupt` (not JSON, or not an object), `UnsupportedVersion`, `SchemaViolation` or `ImmutableTampered`.
 *
 * @example
 * ```ts
 * import { readRecord } from '@batonkit/core';
 *
 * const torn = readRecord('{"version":1,"task_id":"TAS');
 * torn.isErr() && torn.error.code; // => 'Corrupt'
 * ```
 */
export function readRecord(body: string): Result<TaskRecord, ReadRecordError> {
  const known = recentRecords.recall(body);
  if (known !== undefined) return ok(known);
  let stored: unknown;
  try {
    stored = JSON.parse(body);
  } catch (cause) {
    return corrupt('it is not JSON', cause);
  }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return corrupt('it is not a JSON object');
  const checked = checkRecord(stored as Record<string, unknown>);
  if (checked.isOk()) recentRecords.remember(body, checked.value);
  return checked;
}

/** The checks of {@link readRecord} on a value that is already an object; also for records that callers built by hand. */
export function checkRecord(
  stored: Readonly<Record<string, unknown>>,
): Result<TaskRecord, Rejection<'UnsupportedVersion' | 'SchemaViolation' | 'ImmutableTampered'>> {
  return migrateRecord(stored).andThen((current) => {
    const parsed = TaskRecordSchema.safeParse(current);
    if (!parsed.success) return reject('SchemaViolation', unmetBySchema(parsed.error, 'The record'));
    const record: TaskRecord = deepFreeze(parsed.data);
    const misnamed = record.roles.filter((role) => !Object.hasOwn(record.coordination, role));
    if (misnamed.length > 0 || Object.keys(record.coordination).length !== record.roles.length) {
      const detail = 'The record /coordination: does not hold exactly one entry for each of /roles.';
      return reject('SchemaViolation', [{ condition: '/coordination', detail }]);
    }
    const found = hashImmutable(record.immutable);
    if (found !== record.immutable_sha) {
      const detail = `The immutable section of ${record.task_id} was changed outside Batonkit: its SHA-256 is ${found}, recorded was ${record.immutable_sha}. Compare the record with its audit trail, whose first entry holds the original, before you go on.`;
      return reject('ImmutableTampered', [{ condition: 'immutable-unchanged', detail }]);
    }
    return ok(trustRecord(record));
  });
}

/** The SHA-256 under which an immutable section is sealed. */
export function hashImmutable(immutable: ImmutableSection): string {
  return sha256Hex(canonicalJson(immutable));
}

function corrupt(reason: string, cause?: unknown): Result<never, ReadRecordError> {
  const message = `The stored record cannot be read: ${reason}. Nothing was changed; restore it from a backup or replay its audit trail.`;
  return err(failure('Corrupt', message, { where: 'record', reason }, cause));
}
