import * as z from 'zod';
import type { DeepReadonly } from './freeze.ts';
import { GitObjectIdSchema, LabelSchema, TimeSchema } from './stored-values.ts';

/** Everything a decision may know besides the record and the command. Services gather it through ports beforehand. */
export const DecideEnvSchema = z.strictObject({
  now: TimeSchema,
  actor: LabelSchema,
  session: LabelSchema.nullable(),
  facts: z.strictObject({ head: GitObjectIdSchema.nullable() }),
});

/** Everything a decision may know besides the record and the command. */
export type DecideEnv = DeepReadonly<z.infer<typeof DecideEnvSchema>>;
