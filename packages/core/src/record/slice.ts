import type * as z from 'zod';
import type { Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import type { DecideEnv } from './decide-env.ts';
import type { DecideError } from './decision.ts';
import type { Envelope } from './envelope.ts';
import type { DeepReadonly } from './freeze.ts';
import type { Initialized, LifeCommand, LifeEvent } from './life.ts';
import type { Unmet } from './rejection.ts';

/** A command or an event. */
export interface Typed {
  readonly type: string;
}

/** What a slice adds to the types of the machine that it is part of. */
export interface SliceTypes {
  /** Its own top-level fields of the record. */
  readonly fields: object;
  readonly command: Typed;
  /** A command as callers write it. */
  readonly input: Typed;
  readonly event: Typed;
  /** What it reads in `env.facts`. */
  readonly facts: object;
  /** What it says of a completed task. */
  readonly summary: object;
}

/**
 * One thing that speaks against a command. `NotOwner` stands alone; otherwise everything unmet is listed together, as `DriftUnresolved` when
 * drift is among it and as `Rejected` when it is not.
 */
export interface Objection extends Unmet {
  readonly code?: 'NotOwner' | 'DriftUnresolved';
}

/** Something that somebody is about to do to a task: a command, or an act on its working tree. */
export interface Act extends Typed {
  readonly role?: string | undefined;
  readonly agent?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
}

/** A request that was done before, as the audit knows it. */
export interface DoneBefore {
  readonly id: string;
  readonly session: string | null;
  readonly revision: number;
}

/** Where a task is worked on, by a slice that says so. */
export interface Home {
  /** The id of the working tree; `null` when the task has none. */
  readonly worktree: string | null;
  /** Where it is, or was when it was recorded; `null` when nobody recorded that. */
  readonly path: string | null;
  /** Whether the task cannot do without one now. */
  readonly isNeeded: boolean;
}

/** Which fields of a command, at any depth, were found out by the service: their names, or a question for each. */
export type FoundOut = readonly string[] | ((key: string, value: unknown) => boolean);

type Handler<Answer> = (record: never, given: never, env: never) => Answer;
type Handlers<Answer> = Readonly<Record<string, Handler<Answer>>>;

/**
 * A capability: its fields of the record, its commands and events, and what it has to say about those of the slices below it. Made by
 * {@link defineSlice}, joined by `createMachine`.
 */
export interface Slice<out Types extends SliceTypes = SliceTypes> {
  readonly name: string;
  readonly needs: readonly Slice[];
  readonly section: z.ZodObject;
  readonly begin: (initialized: Initialized) => object;
  readonly commands: readonly z.ZodObject[];
  readonly events: readonly z.ZodObject[];
  readonly facts: z.ZodType | null;
  readonly decide: Handlers<Result<readonly Typed[], DecideError>>;
  readonly evolve: Readonly<Record<string, (record: never, event: never) => object>>;
  readonly objections: Handlers<readonly Objection[]>;
  readonly adds: Handlers<readonly Typed[]>;
  readonly artifacts: (record: never) => readonly string[];
  readonly summary: {
    readonly shape: Readonly<Record<string, z.ZodType>>;
    readonly of: (record: never) => object;
  } | null;
  readonly home: ((record: never, role?: string) => Home | null) | null;
  readonly repeats:
    ((record: never, request: { command: Act; session: string | null }, done: DoneBefore) => readonly Unmet[]) | null;
  readonly warns: ((before: never, after: never, earlier: never) => readonly Warning[]) | null;
  readonly requests: {
    readonly aboutSession: readonly string[];
    readonly facts: Readonly<Record<string, FoundOut>>;
  };
  readonly shows: {
    readonly trail: Readonly<Record<string, (event: never) => string>>;
    readonly status: ((record: never) => string | null) | null;
  };
  readonly isServed: boolean;
  /** Only a type: what the slice adds to a machine. */
  readonly '~types'?: Types;
}

/** The types of the slices in a list, as a union. */
export type TypesIn<Slices extends readonly Slice[]> = NonNullable<Slices[number]['~types']>;

type Join<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type JoinIn<Slices extends readonly Slice[], Key extends 'fields' | 'facts' | 'summary'> = [Slices[number]] extends [
  never,
]
  ? object
  : Join<TypesIn<Slices>[Key]> & object;

/** The record of a machine made of these slices. */
export type RecordOf<Slices extends readonly Slice[]> = Envelope<JoinIn<Slices, 'summary'>> & JoinIn<Slices, 'fields'>;
/** The facts that a machine made of these slices takes. */
export type FactsOf<Slices extends readonly Slice[]> = JoinIn<Slices, 'facts'>;
/** What these slices say of a completed task. */
export type SummaryOf<Slices extends readonly Slice[]> = JoinIn<Slices, 'summary'>;

/** zod gives an empty object an index signature, which would make `never` of every field of a record. */
type FieldsIn<Section extends z.ZodObject> = string extends keyof z.infer<Section>
  ? object
  : DeepReadonly<z.infer<Section>>;
type InferAll<Schemas extends readonly z.ZodObject[]> = [Schemas[number]] extends [never]
  ? never
  : DeepReadonly<z.infer<Schemas[number]>> & Typed;
type InputAll<Schemas extends readonly z.ZodObject[]> = [Schemas[number]] extends [never]
  ? never
  : DeepReadonly<z.input<Schemas[number]>> & Typed;
type EventsBelow<Needs extends readonly Slice[]> = [Needs[number]] extends [never] ? never : TypesIn<Needs>['event'];
type CommandsBelow<Needs extends readonly Slice[]> = [Needs[number]] extends [never]
  ? never
  : TypesIn<Needs>['command'];
type Of<Union, Type> = Extract<Union, { readonly type: Type }>;

/** What a slice is defined by: see {@link defineSlice}. */
export interface SliceDefinition<
  Name extends string,
  Section extends z.ZodObject,
  Needs extends readonly Slice[],
  Commands extends readonly z.ZodObject[],
  Events extends readonly z.ZodObject[],
  Facts extends z.ZodType,
  Shape extends Readonly<Record<string, z.ZodType>>,
  Fields = FieldsIn<Section>,
  Below = RecordOf<Needs>,
  Env = DecideEnv<
    FactsOf<Needs> & ([Facts] extends [never] ? object : { readonly [Key in Name]?: DeepReadonly<z.infer<Facts>> })
  >,
  Command extends Typed = InferAll<Commands>,
  Event extends Typed = InferAll<Events>,
  Asked extends Typed = CommandsBelow<Needs> | LifeCommand,
  Followed extends Typed = EventsBelow<Needs> | LifeEvent,
> {
  /** Names the slice, and its part of `env.facts`. */
  readonly name: Name;
  /** The slices that it reads, follows or objects to, as values. */
  readonly needs?: Needs;
  /** Its own top-level fields, strict. */
  readonly section: Section;
  /** Its fields when a task begins; also for a record that is older than the slice. Add-ons begin with `null`. */
  readonly begin: (initialized: Initialized) => NoInfer<Fields>;
  readonly commands?: Commands;
  readonly events?: Events;
  /** What the service looks up for its decisions, as `env.facts[name]`. */
  readonly facts?: Facts;
  /** What each of its commands does: events of its own or of slices that it needs; none when everything is already so. */
  readonly decide?: NoInfer<{
    readonly [Type in Command['type']]: (
      record: Below & Fields,
      command: Of<Command, Type>,
      env: Env,
    ) => Result<readonly (Event | EventsBelow<Needs>)[], DecideError>;
  }>;
  /** What its events do to its own fields, and what it makes of the events that it follows. */
  readonly evolve?: NoInfer<
    { readonly [Type in Event['type']]: (record: Below & Fields, event: Of<Event, Type>) => Partial<Fields> } & {
      readonly [Type in Followed['type']]?: (record: Below & Fields, event: Of<Followed, Type>) => Partial<Fields>;
    }
  >;
  /** What speaks against commands of the slices that it needs, and those of the machine; `*` is asked before every command. */
  readonly objections?: NoInfer<
    {
      readonly [Type in Asked['type']]?: (
        record: Below & Fields,
        command: Of<Asked, Type>,
        env: Env,
      ) => readonly Objection[];
    } & {
      readonly '*'?: (record: Below & Fields, act: Act, env: Env) => readonly Objection[];
    }
  >;
  /** Events of its own that come with an event below it, in the same commit. */
  readonly adds?: NoInfer<{
    readonly [Type in Followed['type']]?: (
      record: Below & Fields,
      event: Of<Followed, Type>,
      env: Env,
    ) => readonly Event[];
  }>;
  /** The artifacts that its fields name; a commit keeps them and lets the rest be swept. */
  readonly artifacts?: (record: NoInfer<Below & Fields>) => readonly string[];
  /** What is left to say about a completed task. */
  readonly summary?: {
    readonly shape: Shape;
    readonly of: (record: NoInfer<Below & Fields>) => NoInfer<InferShape<Shape>>;
  };
  /** Where the task is worked on, if this slice says so; with a role, where that role runs its checks. */
  readonly home?: (record: NoInfer<Below & Fields>, role?: string) => Home | null;
  /** What keeps a session from being told that a request was done before. */
  readonly repeats?: (
    record: NoInfer<Below & Fields> | null,
    request: { readonly command: Act; readonly session: string | null },
    done: DoneBefore,
  ) => readonly Unmet[];
  /** What a person should know of a task that began anew or got another brief; `earlier` is the summary of its life before. */
  readonly warns?: (
    before: NoInfer<Below & Fields> | null,
    after: NoInfer<Below & Fields>,
    earlier: NoInfer<Partial<InferShape<Shape>>> | null,
  ) => readonly Warning[];
  /** How a repeated request is recognised. */
  readonly requests?: {
    /** Commands that ask for something else when another session gives them. */
    readonly aboutSession?: readonly NoInfer<Command['type']>[];
    /** Fields of a command that the service found out, so that no caller asked for them. */
    readonly facts?: Readonly<Partial<Record<NoInfer<Command['type']>, FoundOut>>>;
  };
  /** What a person reads, in a few words. */
  readonly shows?: {
    /** What each of its events is about, for the trail. */
    readonly trail?: NoInfer<{ readonly [Type in Event['type']]?: (event: Of<Event, Type>) => string }>;
    /** How the task stands, for the status; `null` when there is nothing to say. */
    readonly status?: (record: NoInfer<Below & Fields>) => string | null;
  };
  /** True when services of its own give its commands, because decisions need what they look up. `ContextStore.send` then refuses them. */
  readonly isServed?: boolean;
}

type InferShape<Shape extends Readonly<Record<string, z.ZodType>>> = DeepReadonly<z.infer<z.ZodObject<Shape>>>;

/**
 * Defines a slice: a capability that brings its own fields, commands and events to the record, and objects to what others do.
 *
 * @example
 * ```ts
 * import { createMachine, defineSlice, evidence, ok, roles, turns } from '@batonkit/core/machine';
 * import * as z from 'zod';
 *
 * const costs = defineSlice({
 *   name: 'costs',
 *   needs: [roles, turns],
 *   section: z.strictObject({ costs: z.strictObject({ spent: z.number() }).nullable() }),
 *   begin: () => ({ costs: null }),
 *   commands: [z.strictObject({ type: z.literal('record-cost'), usd: z.number().positive() })],
 *   events: [z.strictObject({ type: z.literal('cost-recorded'), usd: z.number() })],
 *   decide: { 'record-cost': (_record, { usd }) => ok([{ type: 'cost-recorded', usd }]) },
 *   evolve: { 'cost-recorded': ({ costs }, { usd }) => ({ costs: { spent: (costs?.spent ?? 0) + usd } }) },
 *   objections: {
 *     'start-turn': ({ costs }) =>
 *       (costs?.spent ?? 0) > 10 ? [{ condition: 'within-budget', detail: 'The budget of 10 USD is spent.' }] : [],
 *   },
 * });
 * createMachine([roles, evidence, turns, costs]).slices.length; // => 4
 * ```
 */
export function defineSlice<
  const Name extends string,
  Section extends z.ZodObject,
  const Needs extends readonly Slice[] = readonly [],
  const Commands extends readonly z.ZodObject[] = readonly [],
  const Events extends readonly z.ZodObject[] = readonly [],
  Facts extends z.ZodType = never,
  Shape extends Readonly<Record<string, z.ZodType>> = Readonly<Record<never, never>>,
>(
  given: SliceDefinition<Name, Section, Needs, Commands, Events, Facts, Shape>,
): Slice<{
  readonly fields: FieldsIn<Section>;
  readonly command: InferAll<Commands>;
  readonly input: InputAll<Commands>;
  readonly event: InferAll<Events>;
  readonly facts: [Facts] extends [never] ? object : { readonly [Key in Name]?: DeepReadonly<z.infer<Facts>> };
  readonly summary: [keyof Shape] extends [never] ? object : InferShape<Shape>;
}> {
  const { requests = {}, shows = {} } = given;
  return Object.freeze({
    name: given.name,
    needs: given.needs ?? [],
    section: given.section,
    begin: given.begin,
    commands: given.commands ?? [],
    events: given.events ?? [],
    facts: given.facts ?? null,
    decide: given.decide ?? {},
    evolve: given.evolve ?? {},
    objections: given.objections ?? {},
    adds: (given.adds ?? {}) as Slice['adds'],
    artifacts: given.artifacts ?? (() => []),
    summary: given.summary ?? null,
    home: given.home ?? null,
    repeats: given.repeats ?? null,
    warns: given.warns ?? null,
    requests: {
      aboutSession: requests.aboutSession ?? [],
      facts: (requests.facts ?? {}) as Slice['requests']['facts'],
    },
    shows: { trail: (shows.trail ?? {}) as Slice['shows']['trail'], status: shows.status ?? null },
    isServed: given.isServed ?? false,
  });
}
