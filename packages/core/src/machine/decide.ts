import type { DecideEnv } from '../record/decide-env.ts';
import type { DecideError } from '../record/decision.ts';
import type { Envelope } from '../record/envelope.ts';
import { contextNotFound } from '../record/context-not-found.ts';
import type { LifeCommand } from '../record/life.ts';
import { reject, unmetBySchema, type Rejection, type Unmet } from '../record/rejection.ts';
import { unknownSection, type UnknownSection } from '../record/unknown-section.ts';
import type { Act, Objection, Slice, Typed } from '../record/slice.ts';
import { err, ok, type Result } from '../result/result.ts';
import type { MachineSchemas } from './compose-schemas.ts';
import { createDecideLife, decideInit } from './decide-life.ts';
import type { RecordReader } from './read-record.ts';

type Events = Result<readonly Typed[], DecideError>;
type Decide = (record: Envelope, command: Typed, env: DecideEnv) => Events;
type Objector = (record: Envelope, command: Typed, env: DecideEnv) => readonly Objection[];
type Add = (record: Envelope, event: Typed, env: DecideEnv) => readonly Typed[];

/** Why an act that is no command is refused whatever it does. */
export type ActRefused = Rejection<'NotOwner'> | UnknownSection;

/** The decisions of a machine. */
export interface Decisions {
  readonly decide: (record: Envelope | null, command: Typed, env: DecideEnv) => Events;
  readonly allows: (record: Envelope, act: Act, session: string | null) => Result<null, ActRefused>;
}

/** Joins the decisions of slices, and what they object to. */
export function createDecide(slices: readonly Slice[], schemas: MachineSchemas, reader: RecordReader): Decisions {
  const decisions = new Map<string, Decide>([
    ...Object.entries(createDecideLife(slices) as unknown as Readonly<Record<string, Decide>>),
    ...slices.flatMap(
      ({ decide }) => Object.entries(decide as Readonly<Record<string, unknown>>) as [string, Decide][],
    ),
  ]);
  const objections = collect<Objector>(slices.map((slice) => slice.objections));
  const additions = collect<Add>(slices.map((slice) => slice.adds));
  const always = objections.get('*') ?? [];

  const decideOn = (record: Envelope | null, command: Typed, env: DecideEnv): Events => {
    const { type } = command;
    if (type === 'init-context')
      return decideInit(record, command as Extract<LifeCommand, { type: 'init-context' }>, env);
    if (record === null) return type === 'purge-context' ? ok([]) : err(contextNotFound());

    const fenced = ask(always, record, command, env);
    const foreign = fenced.length === 0 ? fenced : fenced.filter(({ code }) => code === 'NotOwner');
    if (foreign.length > 0) return reject('NotOwner', foreign.map(plain));
    if (record.completion !== null && type !== 'purge-context' && type !== 'complete-task') {
      const detail = `${record.task_id} was completed at ${record.completion.summary.completed_at}; its record takes no more changes.`;
      return reject('Rejected', [{ condition: 'task-open', detail }]);
    }
    const decide = decisions.get(type);
    if (decide === undefined) throw new Error(`decide: no slice knows the command ${type}.`);
    const decided = decide(record, command, env);
    // Who has nothing to do is in nobody's way.
    if (decided.isOk() && decided.value.length === 0) return decided;
    const own = ask(objections.get(type) ?? NOBODY, record, command, env);
    if (fenced.length + own.length > 0) return refuse(decided, [...fenced, ...own]);
    if (decided.isErr() || additions.size === 0) return decided;
    const events = withAdditions(record, decided.value, env);
    return events === decided.value ? decided : ok(events);
  };

  const withAdditions = (record: Envelope, events: readonly Typed[], env: DecideEnv): readonly Typed[] => {
    if (!events.some(({ type }) => additions.has(type))) return events;
    return events.flatMap((event) => [
      event,
      ...(additions.get(event.type) ?? []).flatMap((add) => add(record, event, env)),
    ]);
  };

  return {
    decide: (record, command, env) => {
      // First of all: the command itself may be one of the slice that is missing.
      const isSound = record === null || reader.isSound(record);
      const unknown = isSound ? NOTHING_UNKNOWN : reader.unknownSections(record);
      if (!isSound && unknown.length > 0) return err(unknownSection(record.task_id, unknown));
      const parsedCommand = schemas.command.safeParse(command);
      const parsedEnv = schemas.env.safeParse(env);
      if (!parsedCommand.success || !parsedEnv.success) {
        return reject('InvalidInput', [
          ...(parsedCommand.success ? [] : unmetBySchema(parsedCommand.error, 'The command')),
          ...(parsedEnv.success ? [] : unmetBySchema(parsedEnv.error, 'The options')),
        ]);
      }
      if (isSound) return decideOn(record, parsedCommand.data, env);
      const sound = reader.check(record);
      return sound.isErr() ? err(sound.error) : decideOn(sound.value, parsedCommand.data, env);
    },
    allows: (record, act, session) => {
      const unknown = reader.unknownSections(record);
      if (unknown.length > 0) return err(unknownSection(record.task_id, unknown));
      const env = { now: record.audit.last_update, actor: record.audit.last_actor, session, facts: { head: null } };
      const objected = ask(always, record, act, env).map(plain);
      return objected.length > 0 ? reject('NotOwner', objected) : ok(null);
    },
  };
}

const NOTHING_UNKNOWN: readonly string[] = [];
const NOBODY: readonly Objector[] = [];
const NOTHING: readonly Objection[] = [];

/** What they object to. Mostly nothing: then nothing is made either. */
function ask(objectors: readonly Objector[], record: Envelope, command: Typed, env: DecideEnv): readonly Objection[] {
  let all = NOTHING;
  for (const object of objectors) {
    const found = object(record, command, env);
    if (found.length > 0) all = [...all, ...found];
  }
  return all;
}

/** Everything unmet, as one refusal: another owner alone, otherwise drift first. What is malformed is told by itself. */
function refuse(decided: Events, objected: readonly Objection[]): Events {
  const foreign = objected.filter(({ code }) => code === 'NotOwner');
  if (foreign.length > 0) return reject('NotOwner', foreign.map(plain));
  const own = decided.isErr() ? decided.error : null;
  if (own !== null && own.code !== 'Rejected' && own.code !== 'DriftUnresolved') return decided;
  const drifted = objected.filter(({ code }) => code === 'DriftUnresolved');
  const others = objected.filter(({ code }) => code === undefined);
  const isDrift = drifted.length > 0 || own?.code === 'DriftUnresolved';
  return reject(isDrift ? 'DriftUnresolved' : 'Rejected', [
    ...drifted.map(plain),
    ...(own?.data.unmet ?? []),
    ...others.map(plain),
  ]);
}

function plain({ condition, detail }: Objection): Unmet {
  return { condition, detail };
}

function collect<Handler>(maps: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, readonly Handler[]> {
  const collected = new Map<string, Handler[]>();
  for (const map of maps) {
    for (const [type, handler] of Object.entries(map)) {
      collected.set(type, [...(collected.get(type) ?? []), handler as Handler]);
    }
  }
  return collected;
}
