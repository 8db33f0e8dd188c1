import * as z from 'zod';
import { LabelSchema, secretFound, TextSchema, unmetBySchema } from '@batonkit/core/internal';
import { err, ok, reject, type Rejection, type Result, type SecretFound, type SecretScanner } from '@batonkit/core';

const FilledSchema = TextSchema.refine((text) => /\S/.test(text), 'must not be empty');
const TextsSchema = z.union([FilledSchema, z.array(FilledSchema).min(1)]);
const IdSchema = z.union([z.int().nonnegative(), FilledSchema]);

const WriteSchema = z.looseObject({
  actor: LabelSchema.optional(),
  operationId: LabelSchema.refine((id) => !id.includes('--'), 'must not hold "--"').optional(),
  forceSecrets: z.boolean().optional(),
});

/** What the operations of state files accept. */
export const inputSchemas = {
  create: WriteSchema.extend({
    title: FilledSchema,
    epic: z.looseObject({ id: IdSchema, title: FilledSchema, url: FilledSchema.optional() }).nullish(),
    repository: FilledSchema.optional(),
    requirements: FilledSchema,
    criteria: z.array(FilledSchema).min(1),
    dependencies: z.array(IdSchema).optional(),
    documents: z
      .array(
        z.looseObject({
          label: FilledSchema,
          title: FilledSchema,
          url: FilledSchema,
          access: z.enum(['always', 'usually', 'sometimes', 'rarely']).optional(),
          text: TextSchema.optional(),
        }),
      )
      .optional(),
    status: FilledSchema.optional(),
  }),
  appendSession: WriteSchema.extend({
    did: TextsSchema,
    issues: TextsSchema.optional(),
    next: TextsSchema,
    commits: z.array(FilledSchema).optional(),
  }),
  setCriterion: WriteSchema.extend({
    criterion: z.union([z.int().nonnegative(), FilledSchema]),
    checked: z.boolean().optional(),
  }),
  writeChainOutput: WriteSchema.extend({
    summary: FilledSchema.optional(),
    files: z
      .array(z.union([FilledSchema, z.looseObject({ path: FilledSchema, note: TextSchema.nullish() })]))
      .optional(),
    contract: FilledSchema.optional(),
    configuration: FilledSchema.optional(),
    notes: TextsSchema.optional(),
    force: z.boolean().optional(),
  }).refine(
    ({ summary, files, contract, configuration, notes }) =>
      [summary, files, contract, configuration, notes].some((field) => field !== undefined),
    'must say at least one of summary, files, contract, configuration and notes',
  ),
  pullChainInputs: WriteSchema,
};

/** The input, or everything that is wrong with it: `InvalidInput`, or `SecretFound` with the places, never the secret. */
export function checkInput(
  operation: keyof typeof inputSchemas,
  taskId: string,
  input: unknown,
  scan: SecretScanner,
): Result<void, Rejection<'InvalidInput'> | SecretFound> {
  const checked = inputSchemas[operation].safeParse(input);
  if (!checked.success) return reject('InvalidInput', unmetBySchema(checked.error, operation));
  const findings = checked.data.forceSecrets === true ? [] : scan(input);
  return findings.length === 0 ? ok(undefined) : err(secretFound(taskId, findings));
}
