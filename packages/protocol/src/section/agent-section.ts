import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { GitObjectIdSchema } from '@batonkit/core/internal';
import { LabelSchema, Sha256Schema, TextSchema, TimeSchema } from '@batonkit/core/machine';
import { TaskStateSchema } from '../states/task-state.ts';

const count = z.int().nonnegative();

/** What stands behind a QA run, as far as guards look at it. Left out: nothing but somebody's word. */
export const QaEvidenceSchema = z.strictObject({
  grade: z.enum(['executed', 'reported']),
  simulated: z.boolean(),
  /** The list of commands that ran, and where; `null` where nobody looked. */
  commands: Sha256Schema.nullable(),
  tree: z.strictObject({ worktree: LabelSchema, base: GitObjectIdSchema, content: Sha256Schema }).nullable(),
  /** Why it proves nothing: a sentence each. */
  against: z.array(TextSchema.max(300)).max(5),
});

/** A report: its bytes are an artifact. */
export const ReportSchema = z.strictObject({ sha: Sha256Schema, bytes: count });

/** Whether an agent changes files or judges them. */
export const AgentKindSchema = z.enum(['reviewer', 'updater']);

/** How far an agent is; only `complete` is an end. `selected` means that it was not invoked yet. */
export const AgentStatusSchema = z.enum([
  'selected',
  'working',
  'in_progress',
  'merging',
  'complete',
  'blocked',
  'error',
  'waiting',
]);

/** What an agent can say about itself between its invocation and its report. */
export const ReportedStatusSchema = AgentStatusSchema.extract([
  'working',
  'in_progress',
  'merging',
  'blocked',
  'waiting',
]);

/**
 * Why an agent failed: `tool-limit` is mended by a reduced scope, `blocker` by going back to CLASSIFIED, `failure` by trying again.
 */
export const AgentErrorClassSchema = z.enum(['tool-limit', 'blocker', 'failure']);

/** What a reviewer said, about which content, in which state. What it said in full is in `answer`, where it was passed on. */
export const DecisionSchema = z.strictObject({
  verdict: z.enum(['APPROVED', 'REJECTED']),
  covers: Sha256Schema,
  state: TaskStateSchema,
  /** Of a rejection: whether the work or the plan is at fault. */
  fault: z.enum(['work', 'plan']).nullable(),
  answer: ReportSchema.nullable(),
});

/** What a reviewer wants to happen to what it rejected; the items are in its answer. */
export const ScopeDecisionSchema = z.strictObject({
  decision: z.enum(['DEFER', 'RESOLVE_NOW']),
  covers: Sha256Schema,
  blocking: count,
  deferrable: count,
  answer: ReportSchema,
});

/** How far one agent is. `requirements` and `work` are its reports of the two phases in which it is invoked. Texts are excerpts. */
export const AgentSchema = z.strictObject({
  kind: AgentKindSchema,
  status: AgentStatusSchema,
  worktree: LabelSchema.nullable(),
  /** In how many rounds of IMPLEMENTATION it was invoked. */
  round: count,
  /** Since when it is at work; `null` while it is not. */
  invoked_at: TimeSchema.nullable(),
  /** When it was last heard of; `null` from its invocation to its first word. */
  updated_at: TimeSchema.nullable(),
  /** How often it was invoked again because it failed or went silent. */
  retries: count,
  scope: z.enum(['full', 'reduced']),
  requirements: ReportSchema.nullable(),
  /** `unchanged`: it found nothing to change, so there is nothing to merge. */
  work: z.strictObject({ ...ReportSchema.shape, unchanged: z.boolean() }).nullable(),
  work_remaining: TextSchema.nullable(),
  decision: DecisionSchema.nullable(),
  /** What a reviewer that rejected wants changed. */
  feedback: TextSchema.nullable(),
  blocked_by: TextSchema.nullable(),
  error_class: AgentErrorClassSchema.nullable(),
  error_message: TextSchema.nullable(),
  /** The commit that it judged last, and the one that its last merge made. */
  last_review_sha: GitObjectIdSchema.nullable(),
  last_merge_sha: GitObjectIdSchema.nullable(),
  /** The last QA run in its own working tree, with the number of merges at its time. */
  qa: z
    .strictObject({
      ...{ log: Sha256Schema, passed: z.boolean(), cached: z.boolean(), merges: count },
      proof: QaEvidenceSchema.optional(),
    })
    .nullable(),
  scope_decision: ScopeDecisionSchema.nullable(),
});

/** An agent that joined after the selection. */
export const AgentAdditionSchema = z.strictObject({
  agent: z.string(),
  added_at_state: TaskStateSchema,
  at: TimeSchema,
  by: LabelSchema,
  justification: TextSchema,
  /** Reviewers whose rejection stood when it joined. */
  rejected_by: z.array(z.string()).max(20),
});

/** What stands behind a QA run: see `QaEvidenceSchema`. */
export type QaEvidence = DeepReadonly<z.infer<typeof QaEvidenceSchema>>;
/** How far one agent is: see `AgentSchema`. */
export type ProtocolAgent = DeepReadonly<z.infer<typeof AgentSchema>>;
/** How far an agent is: see `AgentStatusSchema`. */
export type AgentStatus = z.infer<typeof AgentStatusSchema>;
/** Why an agent failed: see `AgentErrorClassSchema`. */
export type AgentErrorClass = z.infer<typeof AgentErrorClassSchema>;
/** An agent that joined after the selection: see `AgentAdditionSchema`. */
export type AgentAddition = DeepReadonly<z.infer<typeof AgentAdditionSchema>>;
