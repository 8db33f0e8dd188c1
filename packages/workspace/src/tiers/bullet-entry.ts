import * as z from 'zod';
import { TextSchema } from '@batonkit/core/internal';

const ValueSchema = TextSchema.refine((text) => /^\S(?:[^\r\n]*\S)?$/.test(text), 'must be one line of text');

/** One structured bullet, read. Everything that compaction writes is made of these. */
export const BulletEntrySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('decision'),
    text: ValueSchema,
    reason: ValueSchema,
    impact: ValueSchema,
    at: ValueSchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal('risk'),
    text: ValueSchema,
    severity: z.enum(['critical', 'high', 'medium', 'low']),
    status: z.enum(['open', 'mitigated', 'closed']).nullable(),
    mitigation: ValueSchema.nullable(),
    impact: ValueSchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal('step'),
    text: ValueSchema,
    status: z.enum(['todo', 'doing', 'done', 'dropped']).nullable(),
  }),
  z.strictObject({ kind: z.literal('goal'), text: ValueSchema }),
  z.strictObject({
    kind: z.literal('approval'),
    text: ValueSchema,
    status: z.enum(['open', 'granted', 'refused']).nullable(),
  }),
  z.strictObject({ kind: z.literal('invariant'), text: ValueSchema, reason: ValueSchema.nullable() }),
]);

/** One structured bullet, read: see {@link BulletEntrySchema}. */
export type BulletEntry = Readonly<z.infer<typeof BulletEntrySchema>>;
/** A decision with its reason, its impact and its time. */
export type DecisionEntry = Extract<BulletEntry, { kind: 'decision' }>;
/** A risk by its severity. */
export type RiskEntry = Extract<BulletEntry, { kind: 'risk' }>;

/** The attributes of each kind of entry: whether they are required, and the words that are allowed. */
export const ENTRY_FIELDS: Readonly<
  Record<
    BulletEntry['kind'],
    Readonly<Record<string, { readonly required?: boolean; readonly words?: readonly string[] }>>
  >
> = {
  decision: { reason: { required: true }, impact: { required: true }, at: {} },
  risk: {
    severity: { required: true, words: ['critical', 'high', 'medium', 'low'] },
    status: { words: ['open', 'mitigated', 'closed'] },
    mitigation: {},
    impact: {},
  },
  step: { status: { words: ['todo', 'doing', 'done', 'dropped'] } },
  goal: {},
  approval: { status: { words: ['open', 'granted', 'refused'] } },
  invariant: { reason: {} },
};

/** What tells two texts of people apart: not their case, nor their white space. */
export function identityOf(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
