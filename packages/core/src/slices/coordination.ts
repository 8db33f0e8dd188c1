import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import { LabelSchema, PathSchema, TextSchema, TimeSchema } from '../record/stored-values.ts';
import { SnapshotSummarySchema } from './worktree-snapshot.ts';

/** How far a role is. */
export const RoleStatusSchema = z.enum(['pending', 'in_progress', 'done', 'blocked']);

/** What one role has to tell the others. */
export const CoordinationSchema = z.strictObject({
  status: RoleStatusSchema,
  completed_at: TimeSchema.nullable(),
  qa_log_path: PathSchema.nullable(),
  session_id: LabelSchema.nullable(),
  blocking_findings: z.array(TextSchema.min(1)),
  worktree_snapshot: SnapshotSummarySchema.nullable(),
  /** How many verifications of its hand-off failed since drift was last resolved: a count, though its name says budget. */
  drift_budget: z.int().nonnegative(),
});

/** What one role has to tell the others. */
export type Coordination = DeepReadonly<z.infer<typeof CoordinationSchema>>;
/** How far a role is. */
export type RoleStatus = z.infer<typeof RoleStatusSchema>;
