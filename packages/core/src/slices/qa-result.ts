import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import {
  GitObjectIdSchema,
  LabelSchema,
  NoteSchema,
  PathSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
  TimeSchema,
} from '../record/stored-values.ts';
import { MAX_FAILURES } from './qa-limits.ts';

/** Which program a result comes from; `generic` is any other, judged by its exit code alone. */
export const QaToolSchema = z.enum([
  'vitest',
  'jest',
  'eslint',
  'tsc',
  'pytest',
  'maven',
  'checkstyle',
  'pmd',
  'generic',
]);

/** What one command of a QA log came to. */
export const QaResultSchema = z.strictObject({
  command: TextSchema.min(1),
  tool: QaToolSchema,
  /** `cached` is no run: nothing was looked at. `unknown`: the log does not say how it ended, or has a line that looks like a failure, which is named. */
  status: z.enum(['passed', 'failed', 'cached', 'unknown']),
  counts: z.strictObject({
    passed: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    skipped: z.int().nonnegative(),
    errors: z.int().nonnegative(),
    warnings: z.int().nonnegative(),
  }),
  /**
   * What failed, named without line numbers, so that the same failure has the same name in the next run. Of all runs in a record, only
   * the last of each role names its failures; `failures_total` counts them in any case.
   */
  failures: z.array(TextSchema.min(1)).max(MAX_FAILURES),
  failures_total: z.int().nonnegative(),
  duration_ms: z.int().nonnegative().nullable(),
  /** How the command really ended; left out where Batonkit did not run it. */
  ran: z
    .strictObject({
      /** The command of the brief, where the result is of a step of it. */
      command: TextSchema.optional(),
      kind: z.enum(['test', 'lint', 'build', 'other']),
      ended: z.enum(['exited', 'signalled', 'timed-out']),
      exit_code: z.int().nullable(),
      signal: LabelSchema.nullable(),
    })
    .optional(),
});

/**
 * How far results can be trusted. `executed`: Batonkit ran the commands and saw them end. `reported`: somebody handed in a structured
 * report. `claimed`: somebody handed in a log, which anybody can write.
 */
export const QaGradeSchema = z.enum(['executed', 'reported', 'claimed']);

/** What stands behind QA results. */
export const QaProofSchema = z.strictObject({
  grade: QaGradeSchema,
  /** True where a scripted runner made the results up. */
  simulated: z.boolean(),
  /** The working tree that the commands ran in; `null` where nothing ran or there is none. */
  tree: z
    .strictObject({
      worktree: LabelSchema,
      /** The commit that the content is told against. */
      base: GitObjectIdSchema,
      before: GitObjectIdSchema,
      after: GitObjectIdSchema,
      /** Names the content after the run: the SHA-256 of the list of files that differ from `base`. */
      content: Sha256Schema,
    })
    .nullable(),
  /** Paths that changed while the commands ran; left out where none did. */
  moved: z.array(PathSchema).min(1).max(20).optional(),
  /** Names the list of commands that ran; left out where nothing ran. */
  commands: Sha256Schema.optional(),
  /** The SHA-256 of what the commands are defined by: their lines, scripts and settings of tools; `null` where nobody looked. */
  definition: Sha256Schema.nullable(),
  /** What of that differs from `base`, a sentence each. */
  changed: z.array(TextSchema.min(1).max(300)).max(20),
  /** Why the programs that ran may not be those that the commands mean, a sentence each. */
  doubts: z.array(TextSchema.min(1).max(300)).max(20),
  /** Why `changed` and `doubts` are all right, in the words of who ran the commands; `null` where nobody said so. */
  accepted: NoteSchema.nullable(),
  /** The artifact with the details of the run: times, output sizes, names of environment variables. */
  details: Sha256Schema.nullable(),
});

/** What became of a failure or a command since the baseline. */
export const QaVerdictSchema = z.enum(['fixed', 'pre-existing', 'regressed', 'new']);

/** The first results of a task, against which later ones are held. */
export const QaBaselineSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('pending') }),
  z.strictObject({
    status: z.literal('recorded'),
    role: RoleNameSchema,
    recorded_at: TimeSchema,
    recorded_by: LabelSchema,
    log: Sha256Schema,
    results: z.array(QaResultSchema),
    /** Left out by records from before grades: those are `claimed`. */
    proof: QaProofSchema.optional(),
  }),
]);

/** A later run of a role. */
export const QaRunSchema = z.strictObject({
  role: RoleNameSchema,
  recorded_at: TimeSchema,
  recorded_by: LabelSchema,
  log: Sha256Schema,
  /** Left out by records from before grades: those are `claimed`. */
  proof: QaProofSchema.optional(),
  results: z.array(z.strictObject({ ...QaResultSchema.shape, verdict: QaVerdictSchema.nullable() })),
  /**
   * Failures by what became of them; those of the baseline that are gone are `fixed`. A run that is not its role's last has of each list
   * the first name, then `and 99 more`.
   */
  verdicts: z.strictObject({
    fixed: z.array(TextSchema),
    pre_existing: z.array(TextSchema),
    regressed: z.array(TextSchema),
    new: z.array(TextSchema),
  }),
});

/** What one command of a QA log came to. */
export type QaResult = DeepReadonly<z.infer<typeof QaResultSchema>>;
/** What became of a failure or a command since the baseline. */
export type QaVerdict = z.infer<typeof QaVerdictSchema>;
/** The first results of a task. */
export type QaBaseline = DeepReadonly<z.infer<typeof QaBaselineSchema>>;
/** A later run of a role. */
export type QaRun = DeepReadonly<z.infer<typeof QaRunSchema>>;
/** Which program a result comes from. */
export type QaTool = z.infer<typeof QaToolSchema>;
/** How far results can be trusted: `executed`, `reported` or `claimed`. */
export type QaGrade = z.infer<typeof QaGradeSchema>;
/** What stands behind QA results. */
export type QaProof = DeepReadonly<z.infer<typeof QaProofSchema>>;
