import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import { PathSchema, Sha256Schema, TextSchema } from '../record/stored-values.ts';

/** How everything is written: RFC 8785 and one LF. */
export const SERIALIZER = { name: 'canonical-json', version: '1.0.0' } as const;

/** How texts of several lines are brought into one form. */
export const NORMALIZER = { name: 'normalize-multiline', version: '2.0.0' } as const;

const ToolSchema = z.strictObject({ name: TextSchema, version: TextSchema });

/** Where an immutable section came from: enough to make it again, and to see which source changed since. */
export const ContextManifestSchema = z.strictObject({
  version: z.literal(1),
  serializer: ToolSchema,
  normalizer: ToolSchema,
  /** What `captureContext` was asked for. */
  request: z.strictObject({
    task_file: PathSchema,
    standards_map: PathSchema,
    scope_macros: PathSchema.nullable(),
    allow_status: z.union([z.literal('any'), z.array(TextSchema)]),
    cut_long_fields: z.boolean(),
  }),
  /** Every file that was read, by path, with the SHA-256 of its bytes. */
  sources: z.array(
    z.strictObject({
      path: PathSchema,
      sha256: Sha256Schema,
      used_as: z.enum(['task', 'standards-map', 'scope-macros', 'standard']),
    }),
  ),
  /** Everything that was made of them. */
  derived: z.array(z.strictObject({ name: TextSchema, sha256: Sha256Schema })),
});

/** Where an immutable section came from: see {@link ContextManifestSchema}. */
export type ContextManifest = DeepReadonly<z.infer<typeof ContextManifestSchema>>;
