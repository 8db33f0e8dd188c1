import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import { NoteSchema, Sha256Schema } from '../record/stored-values.ts';
import { SnapshotSummarySchema } from './worktree-snapshot.ts';

/** What can be asked of a task's chain of trees. The service has looked at the working tree already. */
export const deltaCommandSchemas = [
  z.strictObject({ type: z.literal('record-snapshot'), role: z.string(), snapshot: SnapshotSummarySchema }),
  z.strictObject({
    type: z.literal('record-drift'),
    role: z.string(),
    /** The artifact with the whole report. */
    report: Sha256Schema,
    checks: z.int().positive(),
    files: z.int().nonnegative(),
  }),
  z.strictObject({
    type: z.literal('resolve-drift'),
    role: z.string(),
    note: NoteSchema,
    /** The tree as it is now, when it is accepted; `null` when the files were put back. */
    accepted: SnapshotSummarySchema.nullable(),
  }),
] as const;

/** One request about a task's chain of trees, as decided on. */
export type DeltaCommand = DeepReadonly<z.infer<(typeof deltaCommandSchemas)[number]>>;
