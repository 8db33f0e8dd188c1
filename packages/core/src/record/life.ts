import * as z from 'zod';
import {
  GitOriginSchema,
  ImmutableSectionSchema,
  LostWorkSchema,
  OperationSchema,
  SummarySchema,
  type Summary,
} from './envelope.ts';
import type { DeepReadonly } from './freeze.ts';
import {
  GitObjectIdSchema,
  LabelSchema,
  NoteSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
  TimeSchema,
} from './stored-values.ts';

/** Who takes part when the caller names nobody. */
export const DEFAULT_ROLES = ['implementer', 'reviewer', 'validator'] as const;

/** What the machine itself decides: how a task begins, gets another brief, and ends. */
export const lifeCommandSchemas = [
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
    type: z.literal('rebuild-context'),
    immutable: ImmutableSectionSchema,
    manifestSha: Sha256Schema.nullable(),
    taskFileSha: GitObjectIdSchema.nullable().optional(),
    /** Why the section is replaced although a role is at work on it. */
    evenInProgress: NoteSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('complete-task'),
    /** Work that exists in its snapshot alone, although the task is to be completed. */
    lostWork: LostWorkSchema.optional(),
  }),
  z.strictObject({ type: z.literal('purge-context'), reason: TextSchema.optional() }),
] as const;

/** What happens to a task as a whole, but for its completion, whose summary the slices have a part in. */
export const lifeEventSchemas = [
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
  z.strictObject({
    type: z.literal('context-rebuilt'),
    rebuilt_at: TimeSchema,
    reason: TextSchema.min(1).nullable(),
    immutable: ImmutableSectionSchema,
    immutable_sha: Sha256Schema,
    manifest_sha: Sha256Schema.nullable(),
    task_file_sha: GitObjectIdSchema.nullable(),
  }),
  z.strictObject({ type: z.literal('context-purged'), reason: TextSchema }),
  z.strictObject({
    type: z.literal('secrets-forced'),
    findings: z.array(z.strictObject({ rule: TextSchema, path: TextSchema })),
  }),
  z.strictObject({ type: z.literal('operation-recorded'), operation: OperationSchema }),
] as const;

/** The completion of a task. */
export const taskCompleted = { type: z.literal('task-completed'), completed_by: LabelSchema, summary: SummarySchema };

/** One request about a task as a whole, as decided on. */
export type LifeCommand = DeepReadonly<z.infer<(typeof lifeCommandSchemas)[number]>>;
/** One request about a task as a whole, as callers write it. */
export type LifeCommandInput = DeepReadonly<z.input<(typeof lifeCommandSchemas)[number]>>;
/** What happened to a task as a whole; `Added` is what the slices have to say in its summary. */
export type LifeEvent<Added = object> =
  | DeepReadonly<z.infer<(typeof lifeEventSchemas)[number]>>
  | { readonly type: 'task-completed'; readonly completed_by: string; readonly summary: Summary & Added };
/** How a task began. */
export type Initialized = Extract<LifeEvent, { type: 'context-initialized' }>;
