import * as z from 'zod';
import { type DeepReadonly, err, failure, type Failure, ok, type Result } from '@batonkit/core';
import { PathSchema, Sha256Schema, TextSchema, unmetBySchema } from '@batonkit/core/internal';
import { BulletEntrySchema } from './bullet-entry.ts';

/** How much of a work log has been compacted: its length in UTF-16 code units, and the SHA-256 of that part. */
const ReadLogSchema = z.strictObject({ path: PathSchema, length: z.int().nonnegative(), sha256: Sha256Schema });

const ItemSchema = z.strictObject({ text: TextSchema, status: TextSchema });

/** `latest.json`: what the files of a track were at its last checkpoint. It holds no time of its own, so that the same files give the same bytes. */
export const TrackCheckpointSchema = z.strictObject({
  version: z.literal(1),
  track: TextSchema,
  session: TextSchema.nullable(),
  /** Who took it, when that was said. */
  actor: TextSchema.nullable(),
  /** The latest time that a decision names. */
  as_of: TextSchema.nullable(),
  /** Every file of the three tiers that was there, in load order. */
  files: z.array(
    z.strictObject({
      path: PathSchema,
      tier: z.enum(['core', 'task', 'transient']),
      sha256: Sha256Schema,
      tokens: z.int().nonnegative(),
    }),
  ),
  logs: z.array(ReadLogSchema),
  plan: z.strictObject({
    /** Null when there is no PLAN.md. */
    sha256: Sha256Schema.nullable(),
    goal: TextSchema,
    steps: z.array(ItemSchema),
    approvals: z.array(ItemSchema),
  }),
  decisions: z.strictObject({
    sha256: Sha256Schema.nullable(),
    count: z.int().nonnegative(),
    length: z.int().nonnegative(),
  }),
  pinned_sha256: Sha256Schema,
});

/** What the files of a track were at its last checkpoint: see {@link TrackCheckpointSchema}. */
export type TrackCheckpoint = DeepReadonly<z.infer<typeof TrackCheckpointSchema>>;

/**
 * `pending.json`: a compaction that is decided and not yet written to every file. Who finds one does the rest.
 */
export const PendingCompactionSchema = z.strictObject({
  version: z.literal(1),
  track: TextSchema,
  session: TextSchema.nullable(),
  actor: TextSchema.nullable(),
  entries: z.array(BulletEntrySchema),
  logs: z.array(ReadLogSchema),
});

/** A compaction that is under way: see {@link PendingCompactionSchema}. */
export type PendingCompaction = DeepReadonly<z.infer<typeof PendingCompactionSchema>>;

/** A file of the library itself that cannot be read. */
export type CorruptFile = Failure<'Corrupt', { readonly path: string; readonly reason: string }>;

/** Reads a stored JSON document; `Corrupt`, with what is wrong, when it is none. */
export function readStoredJson<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  text: string,
): Result<z.infer<Schema>, CorruptFile> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return err(corrupt(path, 'it is not JSON'));
  }
  const checked = schema.safeParse(parsed);
  if (checked.success) return ok(checked.data);
  return err(
    corrupt(
      path,
      unmetBySchema(checked.error, 'it')
        .map(({ detail }) => detail)
        .join(' '),
    ),
  );
}

function corrupt(path: string, reason: string): CorruptFile {
  const message = `${path} cannot be read: ${reason}. Nothing was written. Move it aside and take a new checkpoint; the files of the track are not affected.`;
  return failure('Corrupt', message, { path, reason });
}
