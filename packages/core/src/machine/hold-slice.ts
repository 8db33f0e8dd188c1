import { reject, unmetBySchema, type Rejection, type Unmet } from '../record/rejection.ts';
import type { Slice, Typed } from '../record/slice.ts';
import type { Result } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { typeOf } from './compose-schemas.ts';

/** What a slice made is not what it promised: a commit of it could not be read again. */
export class SliceFault extends Error {
  readonly unmet: readonly Unmet[];

  constructor(slice: string, details: readonly string[]) {
    const unmet = details.map((detail) => ({
      condition: `slice-${slice}`,
      detail: `The slice ${slice} ${detail} Nothing was written.`,
    }));
    super(unmet.map(({ detail }) => detail).join(' '));
    this.unmet = unmet;
  }
}

/** The same slice, held to its own schemas in all that it makes. Slices with services of their own are Batonkit's, whose laws are tests. */
export function holdSlice(slice: Slice): Slice {
  if (slice.isServed) return slice;
  const events = new Map(withNeeded(slice).flatMap(({ events: known }) => known.map((one) => [typeOf(one), one])));
  const requireEvents = (made: unknown): readonly Typed[] => {
    if (!Array.isArray(made)) throw new SliceFault(slice.name, ['decides on something that is no list of events.']);
    for (const event of made as readonly (Typed | null)[]) {
      const schema = event === null ? undefined : events.get(event.type);
      if (event === null || schema === undefined) {
        const type = JSON.stringify(event?.type) ?? 'no type';
        throw new SliceFault(slice.name, [`decides on an event that neither it nor a slice it needs has: ${type}.`]);
      }
      requireSame(slice.name, `the event ${event.type}`, schema, event);
    }
    return made as readonly Typed[];
  };
  const requireFields = (made: object, before: object | null): object => {
    const own = Object.keys(slice.section.shape);
    const foreign = Object.keys(made).filter((key) => !own.includes(key));
    if (foreign.length > 0)
      throw new SliceFault(slice.name, [
        `writes ${foreign.map((key) => `"${key}"`).join(', ')}, which is no field of it.`,
      ]);
    const fields = Object.entries({ ...before, ...made }).filter(([key]) => own.includes(key));
    requireSame(slice.name, 'its section', slice.section, Object.fromEntries(fields));
    return made;
  };
  return {
    ...slice,
    begin: (initialized) => requireFields(slice.begin(initialized), null),
    decide: mapHandlers(slice.decide, (decide) => (...given) => {
      const made = decide(...given) as Result<readonly Typed[], unknown>;
      if (typeof (made as { isOk?: unknown } | null)?.isOk !== 'function')
        throw new SliceFault(slice.name, ['decides without a Result; a decision cannot be asynchronous.']);
      return made.map(requireEvents);
    }),
    adds: mapHandlers(
      slice.adds,
      (add) =>
        (...given) =>
          requireEvents(add(...given)),
    ),
    evolve: mapHandlers(
      slice.evolve,
      (evolve) =>
        (record, ...given) =>
          requireFields(evolve(record, ...given) as object, record as object),
    ),
  };
}

/** The answer in place of what a slice made wrongly; any other error goes on. */
export function rejectFault<T>(cause: unknown): Result<T, Rejection<'Rejected'>> {
  if (cause instanceof SliceFault) return reject('Rejected', cause.unmet);
  throw cause;
}

type Handler = (...given: readonly unknown[]) => unknown;

function mapHandlers<Handlers>(handlers: Handlers, hold: (handler: Handler) => Handler): Handlers {
  const held = Object.entries(handlers as Readonly<Record<string, Handler>>).map(([type, one]) => [type, hold(one)]);
  return Object.fromEntries(held) as Handlers;
}

function withNeeded(slice: Slice): readonly Slice[] {
  return [slice, ...slice.needs.flatMap(withNeeded)];
}

/** What a schema would read otherwise than it was written, such as a default or a key that it leaves out, would be two truths. */
function requireSame(slice: string, what: string, schema: Slice['section'], made: object): void {
  const parsed = schema.safeParse(made);
  if (!parsed.success) {
    const details = unmetBySchema(parsed.error, `breaks the schema of ${what}:`).map(({ detail }) => detail);
    throw new SliceFault(slice, details);
  }
  const written = jsonOf(made);
  if (written === null) throw new SliceFault(slice, [`has in ${what} what JSON cannot hold.`]);
  if (jsonOf(parsed.data) !== written)
    throw new SliceFault(slice, [
      `has a schema that changes ${what}: it would be read otherwise than it is written. Use strict objects without defaults and transforms.`,
    ]);
}

function jsonOf(value: object): string | null {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}
