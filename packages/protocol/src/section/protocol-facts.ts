import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { GitObjectIdSchema } from '@batonkit/core/internal';
import { LabelSchema, RoleNameSchema, Sha256Schema, TextSchema, TimeSchema } from '@batonkit/core/machine';
import { DecisionSchema } from './agent-section.ts';
import { ChangeKindSchema, RiskLevelSchema } from '../states/task-state.ts';

/** What a protocol decision has to know of the world; the service looks it up before it decides. */
export const ProtocolFactsSchema = z.strictObject({
  /** Other unfinished tasks that this session owns. */
  other_tasks: z.array(z.string()),
  /** Tasks that this one waits for and that are not finished. */
  open_dependencies: z.array(z.string()),
  /** The working tree, compared with the last hand-off; `null` where nobody can look. */
  tree: z
    .strictObject({
      worktree: LabelSchema,
      head: GitObjectIdSchema,
      /** The commit that the content is told against; left out where nobody looked. */
      base: GitObjectIdSchema.optional(),
      clean: z.boolean(),
      snapshot: z.enum(['unchanged', 'committed', 'drift', 'none']),
    })
    .nullable(),
  /** What guards want of a QA run, and whether the last one ran on what is there now; left out where nobody looked. */
  qa: z
    .strictObject({
      wants: z.enum(['executed', 'reported', 'claimed']),
      /** `unknown` where no working tree can be looked at. */
      tested: z.enum(['same', 'changed', 'elsewhere', 'unknown']),
      /** Of the agent that merges, in its own tree. */
      own: z.enum(['same', 'changed', 'elsewhere', 'unknown']).optional(),
      /** Whether there is a repository on a disk, where a run that a script made up counts for nothing. */
      real: z.boolean(),
    })
    .optional(),
  /** Names the content as it is now: the SHA-256 of the list of changed files. */
  content: Sha256Schema.nullable(),
  /** What the paths say whose commits differ from the base; left out where nothing changed or nobody can look. */
  changed: z
    .strictObject({
      level: RiskLevelSchema,
      change_kind: ChangeKindSchema,
      /** Why the level is what it is: a sentence for each of the riskiest paths. */
      reasons: z.array(TextSchema),
      /** Paths that were not among those that were classified. */
      unclassified: z.array(TextSchema),
    })
    .optional(),
  /** What commits write and the patch that a person approves does not show; the first ones. */
  unshown: z.array(z.strictObject({ commit: GitObjectIdSchema, path: TextSchema, isNew: z.boolean() })).optional(),
  /** For each content that something in the record was said about: the paths that are no longer so. None: it still holds. */
  coverage: z.record(Sha256Schema, z.array(TextSchema)),
  /** Artifacts that the record names and the store does not have. */
  missing_artifacts: z.array(Sha256Schema),
  /** The session that holds the lock of the main working tree. */
  main_lock: LabelSchema.nullable(),
  /** When this session took that lock; left out where it has none. */
  main_locked_at: TimeSchema.optional(),
  /** Where the main branch was when this session took that lock; left out where nobody looked. */
  main_was: GitObjectIdSchema.optional(),
  /** The rejections that stood when an earlier life of the task ended; looked up for its first claim. */
  rejections: z.array(z.strictObject({ agent: RoleNameSchema, decision: DecisionSchema, note: TextSchema })).optional(),
  /** Who ever worked on the task: the sessions that wrote to it or were admitted, the actors that owned it or acted in a session. Looked up where a person decides. */
  workers: z.strictObject({ sessions: z.array(LabelSchema), actors: z.array(LabelSchema) }).optional(),
  /** The main branch, whether it was fast-forwarded to where the task is, and the branch of the task; `null` where nobody can look. */
  main: z
    .strictObject({
      branch: LabelSchema.nullable(),
      head: GitObjectIdSchema,
      holds: z.boolean(),
      has: z.boolean(),
      task: GitObjectIdSchema.nullable(),
    })
    .nullable(),
});

/** What a protocol decision has to know of the world: see `ProtocolFactsSchema`. */
export type ProtocolFacts = DeepReadonly<z.infer<typeof ProtocolFactsSchema>>;
