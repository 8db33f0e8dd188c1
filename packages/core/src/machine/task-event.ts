import * as z from 'zod';
import { SnapshotSummarySchema } from '../slices/worktree-snapshot.ts';
import { protocolEventSchemas } from '../protocol/protocol-event.ts';
import { QaBaselineSchema, QaRunSchema } from '../slices/qa-result.ts';
import type { DeepReadonly } from '../record/freeze.ts';
import {
  GitObjectIdSchema,
  LabelSchema,
  PathSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
  TimeSchema,
} from '../record/stored-values.ts';
import {
  CompletionSummarySchema,
  EvidenceSchema,
  GitOriginSchema,
  ImmutableSectionSchema,
  OperationSchema,
} from './task-record.ts';

/** Everything that can have happened to a task. Each event holds all that `evolve` needs, so a record can be replayed. */
export const TaskEventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('context-initialized'),
    task_id: z.string(),
    created_at: TimeSchema,
    created_by: LabelSchema,
    git: GitOriginSchema,
    immutable: ImmutableSectionSchema,
    immutable_sha: Sha256Schema,
    manifest_sha: Sha256Schema.nullable(),
    roles: z.array(RoleNameSchema),
  }),
  z.strictObject({ type: z.literal('role-started'), role: RoleNameSchema }),
  z.strictObject({ type: z.literal('role-completed'), role: RoleNameSchema, completed_at: TimeSchema }),
  z.strictObject({ type: z.literal('role-blocked'), role: RoleNameSchema, finding: TextSchema.min(1) }),
  z.strictObject({ type: z.literal('role-reset'), role: RoleNameSchema, because: RoleNameSchema }),
  z.strictObject({
    type: z.literal('role-noted'),
    role: RoleNameSchema,
    qa_log_path: PathSchema.nullable(),
    session_id: LabelSchema.nullable(),
  }),
  z.strictObject({ type: z.literal('evidence-attached'), evidence: EvidenceSchema }),
  z.strictObject({ type: z.literal('snapshot-taken'), role: RoleNameSchema, snapshot: SnapshotSummarySchema }),
  z.strictObject({
    type: z.literal('drift-detected'),
    role: RoleNameSchema,
    report: Sha256Schema,
    checks: z.int().positive(),
    files: z.int().nonnegative(),
  }),
  z.strictObject({
    type: z.literal('drift-resolved'),
    role: RoleNameSchema,
    note: TextSchema.min(1),
    accepted: SnapshotSummarySchema.nullable(),
  }),
  z.strictObject({ type: z.literal('qa-baseline-recorded'), baseline: QaBaselineSchema.options[1] }),
  z.strictObject({ type: z.literal('qa-run-recorded'), run: QaRunSchema }),
  z.strictObject({
    type: z.literal('context-rebuilt'),
    rebuilt_at: TimeSchema,
    reason: TextSchema.min(1).nullable(),
    immutable: ImmutableSectionSchema,
    immutable_sha: Sha256Schema,
    manifest_sha: Sha256Schema.nullable(),
    task_file_sha: GitObjectIdSchema.nullable(),
  }),
  z.strictObject({ type: z.literal('task-completed'), completed_by: LabelSchema, summary: CompletionSummarySchema }),
  z.strictObject({ type: z.literal('context-purged'), reason: TextSchema }),
  z.strictObject({
    type: z.literal('secrets-forced'),
    findings: z.array(z.strictObject({ rule: TextSchema, path: TextSchema })),
  }),
  z.strictObject({ type: z.literal('operation-recorded'), operation: OperationSchema }),
  ...protocolEventSchemas,
]);

/** One thing that happened to a task. */
export type TaskEvent = DeepReadonly<z.infer<typeof TaskEventSchema>>;
