import * as z from 'zod';
import { ProtocolFactsSchema } from '../protocol/protocol-facts.ts';
import type { DeepReadonly } from '../record/freeze.ts';
import { GitObjectIdSchema, LabelSchema, TimeSchema } from '../record/stored-values.ts';

/** Everything a decision may know besides the record and the command. Services gather it through ports beforehand. */
export const DecideEnvSchema = z.strictObject({
  now: TimeSchema,
  actor: LabelSchema,
  session: LabelSchema.nullable(),
  facts: z.strictObject({
    head: GitObjectIdSchema.nullable(),
    /** Left out where no protocol decision is to be made. */
    protocol: ProtocolFactsSchema.optional(),
  }),
});

/** Everything a decision may know besides the record and the command. */
export type DecideEnv = DeepReadonly<z.infer<typeof DecideEnvSchema>>;
