import { envelopeFields } from '../record/envelope.ts';
import { lifeCommandSchemas, lifeEventSchemas } from '../record/life.ts';
import type { Slice } from '../record/slice.ts';
import { typeOf } from './compose-schemas.ts';

/** Throws, naming what is wrong, for slices that do not fit together. */
export function requireSound(slices: readonly Slice[]): void {
  const taken = new Map<string, string>();
  const take = (kind: string, value: string, by: string): void => {
    const other = taken.get(`${kind} ${value}`);
    if (other !== undefined) throw new Error(`createMachine: ${by} and ${other} both have the ${kind} ${value}.`);
    taken.set(`${kind} ${value}`, by);
  };
  for (const field of [...Object.keys(envelopeFields), 'completion']) take('field', field, 'the machine');
  for (const schema of lifeCommandSchemas) take('command', typeOf(schema), 'the machine');
  for (const schema of lifeEventSchemas) take('event', typeOf(schema), 'the machine');
  take('event', 'task-completed', 'the machine');
  for (const [index, slice] of slices.entries()) {
    const { name, needs, section, commands, events } = slice;
    // By name: a slice that was put in the place of another serves those that need it, and so does one from a second copy of this package.
    const below = slices.slice(0, index).map((each) => each.name);
    const missing = needs.find((needed) => !below.includes(needed.name));
    if (missing !== undefined) throw new Error(`createMachine: ${name} needs ${missing.name} before it in the list.`);
    take('name', name, name);
    for (const field of Object.keys(section.shape)) take('field', field, name);
    for (const command of commands) take('command', typeOf(command), name);
    for (const event of events) take('event', typeOf(event), name);
    requireHandlers(slice, taken);
  }
}

/** Every command is decided, every event evolved, and nothing else is answered than what is there. */
function requireHandlers(slice: Slice, taken: ReadonlyMap<string, string>): void {
  const { name, commands, events, decide, evolve, objections, adds } = slice;
  const own = commands.map(typeOf);
  const made = events.map(typeOf);
  const lacking = [
    ...own.filter((type) => !Object.hasOwn(decide, type)),
    ...made.filter((type) => !Object.hasOwn(evolve, type)),
  ];
  if (lacking.length > 0) throw new Error(`createMachine: ${name} does not say what ${lacking.join(', ')} does.`);
  const foreign = Object.keys(decide).filter((type) => !own.includes(type));
  const unheard = [...Object.keys(evolve), ...Object.keys(adds)].filter((type) => !taken.has(`event ${type}`));
  const unasked = Object.keys(objections).filter((type) => type !== '*' && !taken.has(`command ${type}`));
  const odd = [...foreign, ...unheard, ...unasked];
  if (odd.length > 0)
    throw new Error(`createMachine: ${name} speaks of ${odd.join(', ')}, which it does not have below it.`);
}
