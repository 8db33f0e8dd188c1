import * as z from 'zod';
import { SnapshotSummarySchema } from './worktree-snapshot.ts';
import type { DeepReadonly } from '../record/freeze.ts';
import { QaResultSchema } from './qa-result.ts';
import {
  GitObjectIdSchema,
  LabelSchema,
  NoteSchema,
  PathSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
} from '../record/stored-values.ts';
import {
  DEFAULT_ROLES,
  GitOriginSchema,
  ImmutableSectionSchema,
  LostWorkSchema,
  RoleStatusSchema,
} from '../machine/task-record.ts';

const RecordedLogSchema = z.strictObject({
  log: Sha256Schema,
  results: z.array(QaResultSchema).max(200),
  /** The id of the task file now, `null` when it is not the one that was captured; left out where nobody looked. */
  taskFileSha: GitObjectIdSchema.nullable().optional(),
});

/** What can be asked of a task's context. */
export const contextCommandSchemas = [
  z.strictObject({
    type: z.literal('init-context'),
    taskId: z.string(),
    immutable: ImmutableSectionSchema,
    /** Left out: HEAD as it is now, as far as that is known. */
    git: GitOriginSchema.optional(),
    manifestSha: Sha256Schema.nullable().default(null),
    roles: z
      .array(RoleNameSchema)
      .min(1)
      .max(64)
      .refine((roles) => new Set(roles).size === roles.length, 'names a role twice')
      .default([...DEFAULT_ROLES]),
  }),
  z.strictObject({
    type: z.literal('update-coordination'),
    role: z.string(),
    status: RoleStatusSchema.optional(),
    qaLogPath: PathSchema.nullable().optional(),
    sessionId: LabelSchema.nullable().optional(),
  }),
  z.strictObject({ type: z.literal('block-role'), role: z.string(), finding: NoteSchema }),
  z.strictObject({
    type: z.literal('attach-evidence'),
    evidenceType: LabelSchema,
    path: PathSchema,
    sha256: Sha256Schema,
    bytes: z.int().nonnegative(),
  }),
  z.strictObject({ type: z.literal('record-qa'), role: z.string(), ...RecordedLogSchema.shape }),
  z.strictObject({
    type: z.literal('rebuild-context'),
    immutable: ImmutableSectionSchema,
    manifestSha: Sha256Schema.nullable(),
    taskFileSha: GitObjectIdSchema.nullable().optional(),
    /** Why the section is replaced although a role is at work on it. */
    evenInProgress: NoteSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('start-turn'),
    role: z.string(),
    sessionId: LabelSchema.nullable().optional(),
    /** How long the chain of trees was when the working tree was verified; left out where there is none to verify. */
    verifiedLinks: z.int().nonnegative().optional(),
  }),
  z.strictObject({
    type: z.literal('hand-off'),
    role: z.string(),
    snapshot: SnapshotSummarySchema.optional(),
    qa: RecordedLogSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('complete-task'),
    /** Work that exists in its snapshot alone, although the task is to be completed. */
    lostWork: LostWorkSchema.optional(),
  }),
  z.strictObject({ type: z.literal('purge-context'), reason: TextSchema.optional() }),
] as const;

/** One request to change a task's context, as decided on. */
export type ContextCommand = DeepReadonly<z.infer<(typeof contextCommandSchemas)[number]>>;
