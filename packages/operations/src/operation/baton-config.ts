import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { RoleNameSchema } from '@batonkit/core/internal';

const TextListSchema = z.array(z.string());

/** What `parseGuardPolicy` takes, which hooks use in place of this: they have no time to load a schema. */
const GuardConfigSchema = z.strictObject({
  profile: z
    .enum(['coding', 'planning'])
    .optional()
    .describe(
      'Where agents may write: in the whole repository (coding, the default), or below docs and artifacts only.',
    ),
  writableRoots: TextListSchema.optional().describe('Folders below which agents may write; "." is all.'),
  deniedGlobs: TextListSchema.optional().describe('Files that may not be written, wherever they are.'),
  evidenceGlobs: TextListSchema.optional().describe('Logs, checkpoints and decisions that agents do not write.'),
  askedGlobs: TextListSchema.optional().describe(
    'Files that tell agents what to do; a person decides about each write.',
  ),
  storeDirectories: TextListSchema.optional().describe("Folders of Batonkit's own, besides the store."),
  coordinationGlobs: TextListSchema.optional().describe('Files that steer the work and are no implementation.'),
  trustedCommands: TextListSchema.optional().describe(
    'Command lines that may run although nobody can tell what they write.',
  ),
  whenUnclear: z.enum(['ask', 'deny']).optional().describe('What to answer when it cannot be told what is written.'),
  tools: z
    .record(
      z.string(),
      z.strictObject({ kind: z.enum(['read', 'write', 'shell', 'other']), fields: TextListSchema }).nullable(),
    )
    .optional()
    .describe('Tools that may be used besides the usual ones; null for one that may not.'),
});

/** What `batonkit.config.json` or `batonkit.config.mjs` at the root of a repository may say. Everything has a default. */
export const BatonConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  store: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where tasks are kept: a directory (.agent-output unless told), "git" for refs of the repository, a postgres:// address, or env:NAME for what a variable of the environment says.',
    ),
  roles: z.array(RoleNameSchema).min(1).max(64).optional().describe('Who takes part in a task, in the order of turns.'),
  taskFile: z.string().min(1).optional().describe('Where the file of a task is; {id} stands for its id.'),
  standardsMap: z.string().min(1).optional().describe('The file that says which standards to cite.'),
  riskRules: z
    .string()
    .min(1)
    .optional()
    .describe('A file with rules of risk and agents, which `baton classify` goes by in place of the default ones.'),
  scopeMacros: z.string().min(1).optional().describe('A file with named lists of scope entries.'),
  allowStatus: z
    .union([z.literal(true), z.string(), z.array(z.string())])
    .optional()
    .describe('Which statuses a task file may have; true for any, in_progress unless told.'),
  outOfScope: z
    .enum(['warn', 'fail'])
    .optional()
    .describe('What happens to a hand-off with changed files outside the scope. Defaults to "warn".'),
  maxFileBytes: z
    .int()
    .positive()
    .optional()
    .describe('The largest file that a snapshot stores; a larger one is refused by name. Defaults to 50 MB.'),
  maxSnapshotBytes: z.int().positive().optional().describe('How much one snapshot stores. Defaults to 500 MB.'),
  snapshotDays: z
    .int()
    .nonnegative()
    .optional()
    .describe('For how many days the snapshots of a completed task can still be restored. Defaults to 14.'),
  toolCaches: TextListSchema.optional().describe(
    'Names of folders that tools hide with an ignore file of their own, which is no drift, in place of the usual ones.',
  ),
  qaParsers: z
    .array(z.string().min(1))
    .max(20)
    .optional()
    .describe(
      'Modules whose default export is a parser of QA reports, or a list of them, by their paths from the main working tree. They run with `baton`, and are asked before the built-in parsers.',
    ),
  slices: z
    .array(z.string().min(1))
    .max(20)
    .optional()
    .describe(
      'Modules whose default export is a slice made with `defineSlice`, or a list of them, by their paths from the main working tree. They run with `baton`.',
    ),
  qaEvidence: z
    .enum(['executed', 'reported', 'claimed'])
    .optional()
    .describe(
      'What a QA run has to be for the protocol: executed by Batonkit on the content that is there (the default), reported in a structured report that was handed in, or claimed in a log.',
    ),
  engine: z
    .enum(['auto', 'native', 'isomorphic'])
    .optional()
    .describe('How the working tree is looked at: by the git program, without it, or as there is one.'),
  guard: GuardConfigSchema.optional().describe('What agents may do where hooks guard them.'),
});

/** The settings of a repository: see {@link BatonConfigSchema}. */
export type BatonConfig = DeepReadonly<z.infer<typeof BatonConfigSchema>>;
