import { reject, type Rejection } from '../record/rejection.ts';
import { ok, type Result } from '../result/result.ts';
import { RECORD_VERSION } from '../record/envelope.ts';

/** A pure step from one version of the stored record to the next. */
export type Migration = (stored: Record<string, unknown>) => Record<string, unknown>;

/** The steps by the version they start from. Version 1 is the first, so there are none yet. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {};

/**
 * Brings a stored record of any known version to the current one. Pure; the input is left alone.
 * Fails with `UnsupportedVersion`, naming the version, when no chain of migrations leads here.
 *
 * @example
 * ```ts
 * import { migrateRecord } from '@batonkit/core';
 *
 * const answer = migrateRecord({ version: 99 });
 * answer.isErr() && answer.error.message; // => 'The record has version 99, and this Batonkit reads versions up to 1. Use the Batonkit that wrote it, or a newer one.'
 * ```
 */
export function migrateRecord(
  stored: Readonly<Record<string, unknown>>,
  migrations: Readonly<Record<number, Migration>> = MIGRATIONS,
  target: number = RECORD_VERSION,
): Result<Record<string, unknown>, Rejection<'UnsupportedVersion'>> {
  let record: Record<string, unknown> = { ...stored };
  while (record['version'] !== target) {
    const version = record['version'];
    const step = typeof version === 'number' && Object.hasOwn(migrations, version) ? migrations[version] : undefined;
    if (step === undefined) return unsupported(version, target);
    const next = step(record);
    if (next['version'] !== (version as number) + 1) {
      throw new Error(`migrateRecord: the migration from version ${String(version)} does not lead to the next one.`);
    }
    record = next;
  }
  return ok(record);
}

function unsupported(version: unknown, target: number): Result<never, Rejection<'UnsupportedVersion'>> {
  const named = typeof version === 'number' ? `version ${version}` : 'no version number';
  const detail = `The record has ${named}, and this Batonkit reads versions up to ${target}. Use the Batonkit that wrote it, or a newer one.`;
  return reject('UnsupportedVersion', [{ condition: 'version-supported', detail }]);
}
