import * as z from 'zod';
import { TaskStateSchema } from '../states/task-state.ts';
import { TASK_STATES } from '../states/task-states.ts';

type Def = Readonly<Record<string, unknown>>;

/** The parts of a schema that hold others; those of the protocol have no more kinds. */
const WITHIN = ['innerType', 'element', 'valueType'] as const;

/** A schema of the protocol, with the states of a table in the place of Batonkit's. */
export function withStates<Schema extends z.ZodType>(schema: Schema, states: readonly string[]): Schema {
  if (states === TASK_STATES) return schema;
  return replace(schema, z.enum(states as [string, ...string[]])) as Schema;
}

function replace(schema: z.ZodType, by: z.ZodType): z.ZodType {
  if (schema === (TaskStateSchema as z.ZodType)) return by;
  const def = schema.def as unknown as Def;
  const changed: Record<string, unknown> = {};
  for (const key of WITHIN) {
    const inner = def[key];
    if (inner instanceof z.ZodType) {
      const next = replace(inner, by);
      if (next !== inner) changed[key] = next;
    }
  }
  if (schema instanceof z.ZodObject) {
    const { shape } = schema as z.ZodObject<Readonly<Record<string, z.ZodType>>>;
    const fields = Object.entries(shape);
    const next = fields.map(([key, field]) => [key, replace(field, by)] as const);
    if (next.some(([, field], at) => field !== fields[at]?.[1])) changed['shape'] = Object.fromEntries(next);
  }
  return Object.keys(changed).length === 0 ? schema : schema.clone({ ...def, ...changed } as never);
}
