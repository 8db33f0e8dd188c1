import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { Envelope, ImmutableSection } from '../record/envelope.ts';
import { deepFreeze } from '../record/freeze.ts';
import type { Initialized } from '../record/life.ts';
import { reject, unmetBySchema, type Rejection, type Unmet } from '../record/rejection.ts';
import type { Slice } from '../record/slice.ts';
import type { MachineSchemas } from './compose-schemas.ts';
import { migrateRecord } from './migrate-record.ts';
import { createRecentValues } from './recent-values.ts';

/** Why a stored body is not a record that can be trusted. */
export type ReadRecordError =
  | Failure<'Corrupt', { readonly where: string; readonly reason: string }>
  | Rejection<'UnsupportedVersion' | 'SchemaViolation' | 'ImmutableTampered'>;

type CheckError = Rejection<'UnsupportedVersion' | 'SchemaViolation' | 'ImmutableTampered'>;

/** Reads and checks the records of a machine, and knows those that it made or checked already. */
export interface RecordReader {
  readonly readRecord: (body: string) => Result<Envelope, ReadRecordError>;
  readonly remember: (body: string, record: Envelope) => void;
  /** The record itself when this machine made or checked it; otherwise a checked copy. */
  readonly check: (record: Envelope) => Result<Envelope, CheckError>;
  /** Whether this machine made or checked the record, and knows everything in it. */
  readonly isSound: (record: Envelope) => boolean;
  /** Freezes a record and marks it as made by this machine out of another one. */
  readonly trust: (record: Envelope, from: Envelope | null) => Envelope;
  readonly unknownSections: (record: Envelope) => readonly string[];
}

const NONE: readonly string[] = Object.freeze([]);

/** Makes the reader of a machine. */
export function createReader(slices: readonly Slice[], schemas: MachineSchemas): RecordReader {
  // The verified records of the last bodies that were read or written: a service reads a record before each of its steps, and the body that
  // came back unchanged need not be parsed and verified again.
  const recent = createRecentValues<Envelope>(16);
  // Records that this machine made, each with its unknown sections: they are frozen, so they stay as they were made.
  const trusted = new WeakMap<Envelope, readonly string[]>();
  const parts = slices.map((slice) => ({ ...slice, keys: Object.keys(slice.section.shape) }));
  const envelopeKeys = Object.keys(schemas.envelope.shape);
  const known = new Set([...envelopeKeys, ...parts.flatMap(({ keys }) => keys)]);

  const findForeign = (record: object): readonly string[] => {
    let foreign: string[] | null = null;
    for (const key of Object.keys(record)) if (!known.has(key)) (foreign ??= []).push(key);
    return foreign ?? NONE;
  };
  const findUnknown = (record: Readonly<Record<string, unknown>>, foreign = findForeign(record)): readonly string[] =>
    foreign.length === 0 ? NONE : foreign.filter((key) => record[key] !== null);

  const trustWith = (record: Envelope, unknown: readonly string[]): Envelope => {
    const frozen = deepFreeze(record) as Envelope;
    trusted.set(frozen, unknown);
    return frozen;
  };
  const trust = (record: Envelope, from: Envelope | null): Envelope =>
    trustWith(record, (from === null ? undefined : trusted.get(from)) ?? findUnknown(fieldsOf(record)));

  const checkStored = (stored: Readonly<Record<string, unknown>>): Result<Envelope, CheckError> =>
    migrateRecord(stored).andThen((current): Result<Envelope, CheckError> => {
      const foreign = findForeign(current);
      const unknown = findUnknown(current, foreign);
      const unmet: Unmet[] = [];
      const record: Record<string, unknown> = {};
      for (const key of foreign) record[key] = current[key];
      const take = (schema: MachineSchemas['record'], given: object): void => {
        const parsed = schema.safeParse(given);
        if (parsed.success) Object.assign(record, parsed.data);
        else unmet.push(...unmetBySchema(parsed.error, 'The record'));
      };
      take(unknown.length === 0 ? schemas.envelope : schemas.openEnvelope, pick(current, envelopeKeys));
      for (const { keys, section, begin } of parts) {
        const stands = keys.some((key) => Object.hasOwn(current, key));
        const fresh = stands ? null : begin(asInitialized(current));
        // What a task of today would begin without is what an older record lacks; anything else is missing.
        const isOlder = fresh !== null && Object.values(fresh).every((value) => value === null);
        take(section, isOlder ? fresh : pick(current, keys));
      }
      if (unmet.length > 0) return reject('SchemaViolation', unmet);
      const whole = record as unknown as Envelope;
      const found = hashImmutable(whole.immutable);
      if (found !== whole.immutable_sha) {
        const detail = `The immutable section of ${whole.task_id} was changed outside Batonkit: its SHA-256 is ${found}, recorded was ${whole.immutable_sha}. Compare the record with its audit trail, whose first entry holds the original, before you go on.`;
        return reject('ImmutableTampered', [{ condition: 'immutable-unchanged', detail }]);
      }
      return ok(trustWith(whole, unknown));
    });

  const readRecord = (body: string): Result<Envelope, ReadRecordError> => {
    const remembered = recent.recall(body);
    if (remembered !== undefined) return ok(remembered);
    let stored: unknown;
    try {
      stored = JSON.parse(body);
    } catch (cause) {
      return corrupt('it is not JSON', cause);
    }
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
      return corrupt('it is not a JSON object');
    }
    const checked = checkStored(stored as Record<string, unknown>);
    if (checked.isOk()) recent.remember(body, checked.value);
    return checked;
  };

  return {
    readRecord,
    remember: recent.remember,
    isSound: (record) => trusted.get(record)?.length === 0,
    check: (record) => (trusted.has(record) ? ok(record) : checkStored(fieldsOf(record))),
    trust,
    unknownSections: (record) => trusted.get(record) ?? findUnknown(fieldsOf(record)),
  };
}

/** The SHA-256 under which an immutable section is sealed. */
export function hashImmutable(immutable: ImmutableSection): string {
  return sha256Hex(canonicalJson(immutable));
}

function pick(from: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const key of keys) if (Object.hasOwn(from, key)) picked[key] = from[key];
  return picked;
}

function fieldsOf(record: Envelope): Readonly<Record<string, unknown>> {
  return record as unknown as Readonly<Record<string, unknown>>;
}

/** How a task began, as far as its record tells. */
function asInitialized(record: Readonly<Record<string, unknown>>): Initialized {
  return { type: 'context-initialized', ...record } as unknown as Initialized;
}

function corrupt(reason: string, cause?: unknown): Result<never, ReadRecordError> {
  const message = `The stored record cannot be read: ${reason}. Nothing was changed; restore it from a backup or replay its audit trail.`;
  return err(failure('Corrupt', message, { where: 'record', reason }, cause));
}
