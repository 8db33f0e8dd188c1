import * as z from 'zod';
import type { DeepReadonly } from './freeze.ts';
import { GitObjectIdSchema, LabelSchema, PathSchema, Sha256Schema, TextSchema, TimeSchema } from './stored-values.ts';

/** The version that this code writes. Older ones are migrated on reading, newer ones refused by name. */
export const RECORD_VERSION = 1;

const StandardsCitationSchema = z.strictObject({
  file: PathSchema,
  section: TextSchema,
  requirement: TextSchema.refine((text) => [...text].length <= 140, 'must have at most 140 characters'),
  line_span: z
    .string()
    .regex(/^L[1-9]\d*-L[1-9]\d*$/, 'must look like L42-L68')
    .optional(),
  content_sha: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits')
    .optional(),
});

/** What the task is. Written once at `init`; only `rebuild` replaces it, as a whole. */
export const ImmutableSectionSchema = z.strictObject({
  task_snapshot: z.strictObject({
    title: TextSchema.min(1),
    priority: z.enum(['P0', 'P1', 'P2']),
    /** The part of the product, such as `backend`; standards and QA commands are chosen by it. */
    area: TextSchema.min(1),
    description: TextSchema,
    /** What the task may touch, in the author's words; read by agents. */
    scope_in: z.array(TextSchema),
    /** What it must leave alone, in the author's words; read by agents. */
    scope_out: z.array(TextSchema),
    acceptance_criteria: z.array(TextSchema),
  }),
  standards_citations: z.array(StandardsCitationSchema),
  validation_baseline: z.strictObject({ commands: z.array(TextSchema) }),
  /** The files that the scope covered when the task began; prompts and risk rules read them. */
  repo_paths: z.array(PathSchema),
  /** Paths and globs that changed files are held against; with none, nothing is out of scope. */
  scope_patterns: z.array(TextSchema),
});

/** Where the task started in git; each part is `null` where it is not known. */
export const GitOriginSchema = z.strictObject({
  /** The commit that all changes are told against. */
  head: GitObjectIdSchema.nullable(),
  branch: TextSchema.min(1).nullable(),
  /** The git blob id of the task file, by which a changed one is noticed. */
  task_file_sha: GitObjectIdSchema.nullable(),
});

/** Work that existed in its snapshot alone when the task was completed by force. */
export const LostWorkSchema = z.strictObject({ tree: GitObjectIdSchema, files: z.int().positive() });

/** What the machine says of a task that is gone; each slice adds its part. */
export const SummarySchema = z.strictObject({
  title: TextSchema,
  created_at: TimeSchema,
  completed_at: TimeSchema,
  audit_entries: z.int().nonnegative(),
  /** Left out when no work was lost. Its snapshot is kept. */
  lost_work: LostWorkSchema.optional(),
});

/** A caller's operation that this record has already absorbed, so that a repeated call is recognised. */
export const OperationSchema = z.strictObject({ id: LabelSchema, digest: Sha256Schema });

/** The anchor of the audit chain, and who wrote last. */
export const AuditAnchorSchema = z.strictObject({
  count: z.int().nonnegative(),
  head: Sha256Schema,
  last_update: TimeSchema,
  last_actor: LabelSchema,
});

/** What the machine itself keeps of a task, but for the completion, whose summary the slices have a part in. */
export const envelopeFields = {
  version: z.literal(RECORD_VERSION),
  task_id: z.string(),
  created_at: TimeSchema,
  created_by: LabelSchema,
  git: GitOriginSchema,
  immutable: ImmutableSectionSchema,
  immutable_sha: Sha256Schema,
  manifest_sha: Sha256Schema.nullable(),
  operations: z.array(OperationSchema),
  audit: AuditAnchorSchema,
};

/** What the task is: see {@link ImmutableSectionSchema}. */
export type ImmutableSection = DeepReadonly<z.infer<typeof ImmutableSectionSchema>>;
/** What the machine says of a task that is gone. */
export type Summary = DeepReadonly<z.infer<typeof SummarySchema>>;

/** The part of a record that the machine keeps itself; slices add the rest. */
export interface Envelope<Added = object> {
  readonly version: typeof RECORD_VERSION;
  readonly task_id: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly git: DeepReadonly<z.infer<typeof GitOriginSchema>>;
  readonly immutable: ImmutableSection;
  readonly immutable_sha: string;
  readonly manifest_sha: string | null;
  readonly completion: { readonly completed_by: string; readonly summary: Summary & Added } | null;
  readonly operations: readonly { readonly id: string; readonly digest: string }[];
  readonly audit: DeepReadonly<z.infer<typeof AuditAnchorSchema>>;
}
