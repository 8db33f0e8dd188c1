import * as z from 'zod';
import { envFields, factFields } from '../record/decide-env.ts';
import { envelopeFields, SummarySchema } from '../record/envelope.ts';
import { lifeCommandSchemas, lifeEventSchemas, taskCompleted } from '../record/life.ts';
import type { Slice } from '../record/slice.ts';
import { LabelSchema } from '../record/stored-values.ts';

/** The schemas of a machine, each joined from those of its slices. */
export interface MachineSchemas {
  readonly record: z.ZodObject;
  readonly command: z.ZodType<{ readonly type: string }>;
  readonly event: z.ZodType<{ readonly type: string }>;
  readonly env: z.ZodObject;
  /** The fields that the machine keeps itself. */
  readonly envelope: z.ZodObject;
  /** The same, for a record whose summary may hold what a slice said that is not loaded. */
  readonly openEnvelope: z.ZodObject;
  readonly eventTypes: readonly string[];
  /** What the summary of a completed task may hold. */
  readonly summaryKeys: readonly string[];
}

type Union = readonly [z.ZodObject, ...z.ZodObject[]];

/** Joins the schemas of slices. */
export function composeSchemas(slices: readonly Slice[]): MachineSchemas {
  const parts = slices.flatMap(({ summary }) => (summary === null ? [] : [summary.shape]));
  const summary = z.strictObject(Object.assign({ ...SummarySchema.shape }, ...parts) as z.ZodRawShape);
  const completion = (of: z.ZodObject): z.ZodType =>
    z.strictObject({ completed_by: LabelSchema, summary: of }).nullable();
  const open = { ...envelopeFields, completion: completion(summary.loose()) };
  const closed = { ...envelopeFields, completion: completion(summary) };
  const events = [
    ...lifeEventSchemas,
    z.strictObject({ ...taskCompleted, summary }),
    ...slices.flatMap((slice) => slice.events),
  ];
  const facts = slices.flatMap(({ name, facts: asked }) => (asked === null ? [] : [[name, asked.optional()]]));
  return {
    record: z.strictObject(
      Object.assign({ ...closed }, ...slices.map(({ section }) => section.shape)) as z.ZodRawShape,
    ),
    command: z.discriminatedUnion('type', [
      ...lifeCommandSchemas,
      ...slices.flatMap((slice) => slice.commands),
    ] as unknown as Union) as unknown as MachineSchemas['command'],
    event: z.discriminatedUnion('type', events as unknown as Union) as unknown as MachineSchemas['event'],
    env: z.strictObject({
      ...envFields,
      facts: z.strictObject({ ...factFields, ...(Object.fromEntries(facts) as z.ZodRawShape) }),
    }),
    envelope: z.strictObject(closed),
    openEnvelope: z.strictObject(open),
    eventTypes: events.map(typeOf),
    summaryKeys: Object.keys(summary.shape),
  };
}

/** The `type` that a command or an event has. */
export function typeOf(schema: z.ZodObject): string {
  const { value } = schema.shape['type'] as unknown as { readonly value?: unknown };
  if (typeof value !== 'string') throw new Error('createMachine: a command or an event without a literal type.');
  return value;
}
