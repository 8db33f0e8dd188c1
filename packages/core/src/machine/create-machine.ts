import { holdSlice } from './hold-slice.ts';
import type { DecideEnv } from '../record/decide-env.ts';
import type { DecideError } from '../record/decision.ts';
import type { Envelope } from '../record/envelope.ts';
import type { LifeCommandInput, LifeEvent } from '../record/life.ts';
import type { Unmet } from '../record/rejection.ts';
import type { Act, DoneBefore, FactsOf, Home, RecordOf, Slice, SummaryOf, TypesIn } from '../record/slice.ts';
import type { Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import { createDecide, type ActRefused } from './decide.ts';
import { createEvolve } from './evolve.ts';
import { createReader, type ReadRecordError } from './read-record.ts';
import { composeSchemas, typeOf, type MachineSchemas } from './compose-schemas.ts';
import { requireSound } from './require-sound.ts';

/** A command, an event, a record. */
interface Typed {
  readonly type: string;
}

/** Where the audit of a record ends. */
export interface LastEntry {
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
  readonly actor: string;
}

/**
 * The pure machine of a record: what its slices store and decide, as one. Everything is frozen, nothing reads a clock, a file or a network,
 * and the same arguments always give the same answer.
 */
export interface Machine<
  Record extends Envelope = Envelope,
  CommandInput extends Typed = Typed,
  Event extends Typed = Typed,
  Env extends DecideEnv = DecideEnv,
> {
  readonly slices: readonly Slice[];
  /** The schemas of records, commands, events and what decisions know, for those who store or describe them. */
  readonly RecordSchema: MachineSchemas['record'];
  readonly CommandSchema: MachineSchemas['command'];
  readonly EventSchema: MachineSchemas['event'];
  readonly EnvSchema: MachineSchemas['env'];

  /**
   * Decides what a command does to a task: the events to record, or why not. No events means that everything asked for is already so.
   *
   * Fails with `InvalidInput` (the command or env is malformed), `InvalidTaskId`, `ContextExists`, `ContextNotFound`, `UnknownSection` (the
   * record has a section that no slice of this machine knows), `NotOwner`, `DriftUnresolved`, `Rejected` (a rule says no; everything unmet is
   * listed), or, for a record that was built or edited by hand, `UnsupportedVersion`, `SchemaViolation`, `ImmutableTampered`.
   */
  decide(this: void, record: Record | null, command: CommandInput, env: Env): Result<readonly Event[], DecideError>;
  /**
   * The record after an event. `context-initialized` starts a new life whatever went before. `context-purged` leaves the record as it last was:
   * it is the store that forgets it. Any other event without a record, or one that no slice knows, is a bug in the caller and throws.
   */
  evolve(this: void, record: Record | null, event: Event): Record;
  /**
   * Turns a stored body into a frozen, verified record: parsed, migrated, checked against the schemas and against the SHA-256 of its immutable
   * section. Sections that no slice knows are carried as they are.
   *
   * Fails with `Corrupt` (not JSON, or not an object), `UnsupportedVersion`, `SchemaViolation` or `ImmutableTampered`.
   */
  readRecord(this: void, body: string): Result<Record, ReadRecordError>;
  /** Remembers the record of a body that was just written, so that it need not be read again. */
  remember(this: void, body: string, record: Record): void;
  /** The fields of a record that no slice knows and that are not `null`: until one does, the record can be read and not changed. */
  unknownSections(this: void, record: Record): readonly string[];
  /** Every artifact that a record still names, in order; a commit passes the whole list, so that the rest may be swept. */
  liveArtifacts(this: void, record: Record): readonly string[];
  /** The record with its audit anchor on the given entry. */
  anchor(this: void, record: Record, last: LastEntry): Record;
  /**
   * Whether a session may touch a task at all, whatever it does: for acts that are no commands, or not yet. Fails with `UnknownSection`, or with
   * `NotOwner` when the task belongs to another session.
   */
  allows(this: void, record: Record, act: Act, session: string | null): Result<null, ActRefused>;
  /** What keeps a session from being told that a request was done before. */
  objectionsToRepeat(
    this: void,
    record: Record | null,
    request: { readonly command: Act; readonly session: string | null },
    done: DoneBefore,
  ): readonly Unmet[];
  /** Where a task is worked on; `null` when no slice says so. */
  homeOf(this: void, record: Record, role?: string): Home | null;
  /** What a person should know after a task began anew or got another brief. */
  warningsAfter(this: void, before: Record | null, after: Record, earlier: object | null): readonly Warning[];
  /** What of a command its caller asked for, leaving out what a service found out; with the session where the command is about it. */
  isAboutSession(this: void, type: string): boolean;
  isFoundOut(this: void, type: string, key: string, value: unknown): boolean;
  /** Whether a caller may give a command as it is; those that a service looks something up for go through that service. */
  isSendable(this: void, type: string): boolean;
  /** What an event is about, in the words of its slice; `null` when that says nothing. */
  aboutEvent(this: void, event: Typed): string | null;
  /** How a task stands, in the words of its slices, by their names. */
  statusLines(this: void, record: Record): readonly { readonly slice: string; readonly text: string }[];
  /** What of a stored event no slice knows, as a JSON pointer: its type, or a part of a completion summary. `null` when everything is known. */
  unknownIn(this: void, event: unknown): string | null;
}

/** A command of a machine made of these slices, as callers write it. */
export type CommandInputOf<Slices extends readonly Slice[]> = LifeCommandInput | TypesIn<Slices>['input'];
/** An event of a machine made of these slices. */
export type EventOf<Slices extends readonly Slice[]> = LifeEvent<SummaryOf<Slices>> | TypesIn<Slices>['event'];
/** The machine of these slices. */
export type MachineOf<Slices extends readonly Slice[]> = Machine<
  RecordOf<Slices>,
  CommandInputOf<Slices>,
  EventOf<Slices>,
  DecideEnv<FactsOf<Slices>>
>;

/**
 * Joins slices to a machine. A list that does not hold together (a slice without one that it needs, two with the same name, field, command or
 * event, an objection to what does not exist) is a bug and throws, naming what is wrong.
 *
 * @example
 * ```ts
 * import { coreSlices, createMachine } from '@batonkit/core/machine';
 *
 * const machine = createMachine(coreSlices);
 * const env = { now: '2026-11-16T09:00:00.000Z', actor: 'ada', session: null, facts: { head: null } };
 * const refused = machine.decide(null, { type: 'hand-off', role: 'implementer' }, env);
 * refused.isErr() && refused.error.code; // => 'ContextNotFound'
 * ```
 */
export function createMachine<const Slices extends readonly Slice[]>(given: Slices): MachineOf<Slices> {
  requireSound(given);
  const slices = given.map(holdSlice);
  const schemas = composeSchemas(slices);
  const reader = createReader(slices, schemas);
  const evolve = createEvolve(slices, reader);
  const decide = createDecide(slices, schemas, reader);
  const aboutSession = new Set(slices.flatMap(({ requests }) => requests.aboutSession));
  const foundOut = new Map([
    ...Object.entries(FOUND_OUT),
    ...slices.flatMap(({ requests }) => Object.entries(requests.facts)),
  ]);
  const events = new Set(schemas.eventTypes);
  const sendable = new Set(slices.flatMap(({ isServed, commands }) => (isServed ? [] : commands.map(typeOf))));
  const about = new Map(slices.flatMap(({ shows }) => Object.entries(shows.trail)));
  const machine: Machine = Object.freeze({
    slices: given,
    RecordSchema: schemas.record,
    CommandSchema: schemas.command,
    EventSchema: schemas.event,
    EnvSchema: schemas.env,
    decide: decide.decide,
    evolve,
    readRecord: reader.readRecord,
    remember: reader.remember,
    unknownSections: reader.unknownSections,
    liveArtifacts: (record: Envelope) => {
      const named = slices.flatMap(({ artifacts }) => artifacts(record as never));
      return [...new Set(record.manifest_sha === null ? named : [...named, record.manifest_sha])].sort();
    },
    anchor: (record: Envelope, { seq, hash, at, actor }: LastEntry) =>
      reader.trust({ ...record, audit: { count: seq, head: hash, last_update: at, last_actor: actor } }, record),
    allows: decide.allows,
    objectionsToRepeat: (
      record: Envelope | null,
      request: Parameters<Machine['objectionsToRepeat']>[1],
      done: DoneBefore,
    ) => slices.flatMap(({ repeats }) => repeats?.(record as never, request, done) ?? []),
    homeOf: (record: Envelope, role?: string) => {
      for (const { home } of slices) {
        const found = home?.(record as never, role) ?? null;
        if (found !== null) return found;
      }
      return null;
    },
    warningsAfter: (before: Envelope | null, after: Envelope, earlier: object | null) =>
      slices.flatMap(({ warns }) => warns?.(before as never, after as never, earlier as never) ?? []),
    isAboutSession: (type: string) => aboutSession.has(type),
    isFoundOut: (type: string, key: string, value: unknown) => {
      const found = foundOut.get(type);
      return typeof found === 'function' ? found(key, value) : (found?.includes(key) ?? false);
    },
    isSendable: (type: string) => sendable.has(type),
    aboutEvent: (event: Typed) => about.get(event.type)?.(event as never) ?? null,
    statusLines: (record: Envelope) =>
      slices.flatMap(({ name, shows }) => {
        const text = shows.status?.(record as never) ?? null;
        return text === null ? [] : [{ slice: name, text }];
      }),
    unknownIn: (event: unknown) => {
      const { type, summary } = (event ?? {}) as { readonly type?: unknown; readonly summary?: unknown };
      if (typeof type !== 'string') return null;
      if (!events.has(type)) return `/${type}`;
      if (type !== 'task-completed' || typeof summary !== 'object' || summary === null) return null;
      const foreign = Object.keys(summary).find((key) => !schemas.summaryKeys.includes(key));
      return foreign === undefined ? null : `/summary/${foreign}`;
    },
  });
  return machine as unknown as MachineOf<Slices>;
}

/** What services find out for the commands of the machine itself. */
const FOUND_OUT: Readonly<Record<string, readonly string[]>> = {
  'init-context': ['git', 'manifestSha'],
  'rebuild-context': ['manifestSha', 'taskFileSha'],
  'complete-task': ['lostWork'],
};
