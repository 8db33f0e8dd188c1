import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import { GitObjectIdSchema, LabelSchema, Sha256Schema, TextSchema, TimeSchema } from '../record/stored-values.ts';

/** Lines added and removed; binary files count as files only. */
const DiffStatSchema = z.strictObject({
  files: z.int().nonnegative(),
  insertions: z.int().nonnegative(),
  deletions: z.int().nonnegative(),
});

/** What a snapshot is recognised by. */
const identity = {
  worktree: LabelSchema,
  /** Where that was on the host of the snapshot. */
  worktree_path: TextSchema.optional(),
  base_commit: GitObjectIdSchema,
  /** HEAD when the snapshot was taken; another one than the base when a role committed in its turn. */
  head: GitObjectIdSchema,
  snapshot_time: TimeSchema,
  tree: GitObjectIdSchema,
  /** What was staged, as a tree; left out where nothing was staged that the working tree or the base does not hold. */
  staged_tree: GitObjectIdSchema.optional(),
  engine: LabelSchema,
  /** SHA-256 of the patch against the base commit as the engine printed it, with LF line endings and a final one. */
  diff_sha: Sha256Schema,
  diff_stat: DiffStatSchema,
  /** Tells which files in scope existed. */
  scope_hash: z.string().regex(/^[0-9a-f]{16}$/),
};

/** What the record keeps of a snapshot. Everything else is in the artifact `details`; `artifacts` are its patches. */
export const SnapshotSummarySchema = z.strictObject({
  ...identity,
  details: Sha256Schema,
  artifacts: z.array(Sha256Schema),
});

/** One path that differs from the base commit. */
const FileChangedSchema = z.strictObject({
  path: TextSchema,
  status: z.enum(['added', 'modified', 'deleted', 'type-changed']),
  /** git's two status letters. */
  xy: z.string(),
  sha256: Sha256Schema.nullable(),
  /** What the role before left there; `null` when it had left that path as in the base commit. */
  previous_sha256: Sha256Schema.nullable(),
  /** Git's mode and id of what was staged; left out of snapshots by older versions. */
  staged: z.string().nullable().optional(),
});

/** What decided which changes could be seen; see the port. */
const SurroundingsSchema = z.strictObject({
  lookedAt: z.number(),
  facts: z.record(TextSchema, TextSchema),
  hiddenRules: z.record(TextSchema, Sha256Schema),
  ignored: z.int().nonnegative(),
  special: z.array(TextSchema).optional(),
});

const fixedFields = {
  ...identity,
  /** Artifact: the patch against the base commit as the engine printed it, but for secrets that it removes or shows around a change. */
  diff_from_base: Sha256Schema,
  /** What git reported, byte for byte, in base64. */
  status_report: z.base64(),
  file_metadata: z.array(z.strictObject({ path: TextSchema, mode: z.string(), size: z.int().nullable() })),
  files_changed: z.array(FileChangedSchema),
  out_of_scope: z.array(TextSchema),
  incremental_diff_sha: Sha256Schema.nullable(),
  incremental_diff_error: TextSchema.nullable(),
  surroundings: SurroundingsSchema.optional(),
};

/**
 * The proven state of a working tree at a hand-off, whole; kept as the artifact that a {@link SnapshotSummarySchema} names.
 * The artifact with the patch against the hand-off before is named after its role: `diff_from_implementer`.
 */
export const WorktreeSnapshotSchema = z.object(fixedFields).catchall(Sha256Schema);

/** What the record keeps of a snapshot: see {@link SnapshotSummarySchema}. */
export type SnapshotSummary = DeepReadonly<z.infer<typeof SnapshotSummarySchema>>;
/** The proven state of a working tree: see {@link WorktreeSnapshotSchema}. */
export type WorktreeSnapshot = DeepReadonly<z.infer<z.ZodObject<typeof fixedFields>>> & {
  readonly [patch: `diff_from_${string}`]: string;
};

/** The field with the patch against what a role handed off. No role starts with `_`, so one called `base` hides nothing. */
export function patchFieldOf(role: string): `diff_from_${string}` {
  return `diff_from_${role === 'base' ? '_base' : role}`;
}
