import * as z from 'zod';
import { SnapshotSummarySchema } from '../slices/worktree-snapshot.ts';
import { ProtocolSectionSchema } from '../protocol/protocol-section.ts';
import { ProtocolSummarySchema } from '../protocol/protocol-summary.ts';
import { QaBaselineSchema, QaRunSchema } from '../slices/qa-result.ts';
import type { DeepReadonly } from '../record/freeze.ts';
import { MAX_ROLES } from '../record/role-name.ts';
import {
  GitObjectIdSchema,
  LabelSchema,
  PathSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
  TimeSchema,
} from '../record/stored-values.ts';

/** The version that this code writes. Older ones are migrated on reading, newer ones refused by name. */
export const RECORD_VERSION = 1;

/** Who takes part when the caller names nobody. */
export const DEFAULT_ROLES = ['implementer', 'reviewer', 'validator'] as const;

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

/** One link of the chain of trees: what a role handed off, or what was accepted although no turn explains it. */
export const TreeLinkSchema = z.strictObject({
  /** The role that handed off; for an accepted drift, the role whose hand-off it replaces. */
  role: RoleNameSchema,
  outside: z.boolean(),
  snapshot: SnapshotSummarySchema,
});

/** A file kept as proof: its bytes are an artifact, prompts cite its `id`. */
export const EvidenceSchema = z.strictObject({
  id: z.string().regex(/^ev-[0-9a-f]{12}$/),
  type: LabelSchema,
  path: PathSchema,
  sha256: Sha256Schema,
  bytes: z.int().nonnegative(),
  attached_at: TimeSchema,
  attached_by: LabelSchema,
});

/** Work that existed in its snapshot alone when the task was completed by force. */
export const LostWorkSchema = z.strictObject({ tree: GitObjectIdSchema, files: z.int().positive() });

/** What is left to say about a task when its context is gone. */
export const CompletionSummarySchema = z.strictObject({
  title: TextSchema,
  created_at: TimeSchema,
  completed_at: TimeSchema,
  roles: z.record(RoleNameSchema, RoleStatusSchema),
  evidence: z.int().nonnegative(),
  audit_entries: z.int().nonnegative(),
  /** How the task went through the protocol; left out when it never was under it. */
  protocol: ProtocolSummarySchema.optional(),
  /** Left out when no work was lost. Its snapshot is kept. */
  lost_work: LostWorkSchema.optional(),
});

const CompletionSchema = z.strictObject({ completed_by: LabelSchema, summary: CompletionSummarySchema });

/** A caller's operation that this record has already absorbed, so that a repeated call is recognised. */
export const OperationSchema = z.strictObject({ id: LabelSchema, digest: Sha256Schema });

/** The anchor of the audit chain, and who wrote last. */
export const AuditAnchorSchema = z.strictObject({
  count: z.int().nonnegative(),
  head: Sha256Schema,
  last_update: TimeSchema,
  last_actor: LabelSchema,
});

/** The one document kept per task. Strict: a new field is a new version with a migration. */
export const TaskRecordSchema = z.strictObject({
  version: z.literal(RECORD_VERSION),
  task_id: z.string(),
  created_at: TimeSchema,
  created_by: LabelSchema,
  git: GitOriginSchema,
  immutable: ImmutableSectionSchema,
  immutable_sha: Sha256Schema,
  manifest_sha: Sha256Schema.nullable(),
  /** Those named at init, and every agent that was selected since. */
  roles: z.array(RoleNameSchema).min(1).max(MAX_ROLES),
  coordination: z.record(RoleNameSchema, CoordinationSchema),
  tree_chain: z.array(TreeLinkSchema),
  evidence: z.array(EvidenceSchema),
  qa: z.strictObject({ baseline: QaBaselineSchema, runs: z.array(QaRunSchema) }),
  protocol: ProtocolSectionSchema.nullable(),
  completion: CompletionSchema.nullable(),
  operations: z.array(OperationSchema),
  audit: AuditAnchorSchema,
});

/** The one document kept per task, deeply read-only. */
export type TaskRecord = DeepReadonly<z.infer<typeof TaskRecordSchema>>;
/** What the task is: see {@link ImmutableSectionSchema}. */
export type ImmutableSection = DeepReadonly<z.infer<typeof ImmutableSectionSchema>>;
/** What one role has to tell the others. */
export type Coordination = DeepReadonly<z.infer<typeof CoordinationSchema>>;
/** How far a role is. */
export type RoleStatus = z.infer<typeof RoleStatusSchema>;
/** A file kept as proof. */
export type Evidence = DeepReadonly<z.infer<typeof EvidenceSchema>>;
/** One link of the chain of trees. */
export type TreeLink = DeepReadonly<z.infer<typeof TreeLinkSchema>>;
/** What is left to say about a finished task. */
export type CompletionSummary = DeepReadonly<z.infer<typeof CompletionSummarySchema>>;
