import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { GitObjectIdSchema } from '@batonkit/core/internal';
import { LabelSchema, NoteSchema, PathSchema, RoleNameSchema, TextSchema, TimeSchema } from '@batonkit/core/machine';
import {
  AgentErrorClassSchema,
  AgentKindSchema,
  AgentSchema,
  DecisionSchema,
  ReportedStatusSchema,
  ReportSchema,
  ScopeDecisionSchema,
} from './agent-section.ts';
import {
  AttestedConditionSchema,
  CheckpointSchema,
  MainLockSchema,
  PlanSchema,
  ProtocolSectionSchema,
  RiskSchema,
} from './protocol-section.ts';
import { TaskStateSchema } from '../states/task-state.ts';

/** What can be asked of a task under the protocol. The service has gathered the facts already. */
export const protocolCommandSchemas = [
  z.strictObject({
    type: z.literal('claim-task'),
    dependencies: z.array(z.string()).max(100).default([]),
    worktree: LabelSchema.nullable().default(null),
    /** Where the working tree is on this host. */
    path: ProtocolSectionSchema.shape.worktree_path,
  }),
  z.strictObject({ type: z.literal('release-task') }),
  z.strictObject({
    type: z.literal('take-over-task'),
    /** The person who said that the other run is gone. */
    confirmedBy: LabelSchema,
    reason: NoteSchema,
  }),
  z.strictObject({
    type: z.literal('classify-task'),
    ...RiskSchema.omit({ path: true }).shape,
    /** Follows from the level; one that does not fit it is refused. */
    variant: RiskSchema.shape.variant.optional(),
  }),
  z.strictObject({
    type: z.literal('select-agents'),
    agents: z
      .array(z.strictObject({ name: RoleNameSchema, kind: AgentKindSchema.optional() }))
      .min(1)
      .max(200)
      .refine((agents) => new Set(agents.map(({ name }) => name)).size === agents.length, 'names an agent twice'),
  }),
  z.strictObject({
    type: z.literal('record-worktree'),
    /** `null` for the working tree of the task itself. */
    agent: RoleNameSchema.nullable(),
    /** Which one it is; `null` once it is removed. */
    worktree: LabelSchema.nullable(),
    /** Where it is on this host. */
    path: ProtocolSectionSchema.shape.worktree_path,
  }),
  z.strictObject({ type: z.literal('record-plan'), plan: PlanSchema }),
  z.strictObject({
    type: z.literal('add-agent'),
    agent: RoleNameSchema,
    kind: AgentKindSchema.optional(),
    worktree: LabelSchema.nullable().default(null),
    /** What is missing without it, and why it was not selected at first. */
    justification: NoteSchema,
  }),
  z.strictObject({
    type: z.literal('invoke-agent'),
    agent: RoleNameSchema,
    scope: AgentSchema.shape.scope.default('full'),
    /** The person who wants it tried again although its retries are used up, or its blocker is not cleared by going back. */
    confirmedBy: LabelSchema.nullable().default(null),
  }),
  z.strictObject({
    type: z.literal('report-status'),
    agent: RoleNameSchema,
    status: ReportedStatusSchema,
    workRemaining: TextSchema.max(4000).nullable().default(null),
    /** What a `blocked` or `waiting` agent waits for. */
    blockedBy: NoteSchema.nullable().default(null),
  }),
  z.strictObject({
    type: z.literal('complete-agent'),
    agent: RoleNameSchema,
    report: ReportSchema,
    /** What is left; then the agent is in progress, not complete. */
    workRemaining: NoteSchema.nullable().default(null),
    /** An updater that found nothing to change has nothing to merge. */
    unchanged: z.boolean().default(false),
  }),
  z.strictObject({
    type: z.literal('fail-agent'),
    agent: RoleNameSchema,
    message: NoteSchema,
    errorClass: AgentErrorClassSchema.default('failure'),
  }),
  z.strictObject({
    type: z.literal('merge-agent'),
    agent: RoleNameSchema,
    /** The task branch after the merge, which is a fast-forward. */
    commit: GitObjectIdSchema,
    /** The task branch that the agent's work sits on; `null` before the first merge. */
    onto: GitObjectIdSchema.nullable(),
  }),
  z.strictObject({
    type: z.literal('record-decision'),
    agent: RoleNameSchema,
    verdict: DecisionSchema.shape.verdict,
    note: TextSchema.max(4000).default(''),
    fault: z.enum(['work', 'plan']).default('work'),
    answer: ReportSchema.nullable().default(null),
  }),
  z.strictObject({
    type: z.literal('estimate-effort'),
    /** What it would take to resolve what was rejected, and the scope of the task, in the same unit. */
    effort: z.number().nonnegative(),
    scope: z.number().positive(),
    note: NoteSchema,
  }),
  z.strictObject({
    type: z.literal('classify-scope'),
    agent: RoleNameSchema,
    decision: ScopeDecisionSchema.shape.decision,
    blocking: z.int().nonnegative(),
    deferrable: z.int().nonnegative(),
    answer: ReportSchema,
  }),
  z.strictObject({ type: z.literal('attest'), condition: AttestedConditionSchema, note: NoteSchema }),
  z.strictObject({
    type: z.literal('record-activity'),
    activity: z.enum(['tool-use', 'commit', 'override']),
    /** Who did it; `null` for the coordinator. */
    agent: RoleNameSchema.nullable(),
    /** Files that were written. */
    paths: z.array(PathSchema).max(1000).default([]),
    commit: GitObjectIdSchema.nullable().default(null),
    note: TextSchema.max(4000).default(''),
  }),
  z.strictObject({ type: z.literal('record-merge'), commit: GitObjectIdSchema, fastForward: z.boolean() }),
  /** `land` moved the main branch, and records it. */
  z.strictObject({
    type: z.literal('land-task'),
    commit: GitObjectIdSchema,
    branch: LabelSchema,
    from: GitObjectIdSchema,
    /** When the merge was recorded that the record had before main moved; `null` when it had none. */
    mergedBefore: TimeSchema.nullable().optional(),
  }),
  z.strictObject({ type: z.literal('present-checkpoint'), checkpoint: CheckpointSchema }),
  z.strictObject({
    type: z.literal('approve-checkpoint'),
    checkpoint: CheckpointSchema,
    by: LabelSchema,
    message: TextSchema.max(4000).nullable().default(null),
  }),
  z.strictObject({
    type: z.literal('request-changes'),
    checkpoint: CheckpointSchema,
    by: LabelSchema,
    note: NoteSchema,
  }),
  z.strictObject({ type: z.literal('check-compliance') }),
  z.strictObject({ type: z.literal('advance'), to: TaskStateSchema.optional() }),
  z.strictObject({ type: z.literal('return'), because: LabelSchema, to: TaskStateSchema.optional(), note: NoteSchema }),
  z.strictObject({ type: z.literal('abandon'), reason: LabelSchema, note: NoteSchema }),
  z.strictObject({
    type: z.literal('lock-main'),
    operation: MainLockSchema.shape.operation,
    /** The person who said that the run which holds the lock is gone, and why. */
    takeOver: z.strictObject({ confirmedBy: LabelSchema, reason: NoteSchema }).optional(),
  }),
  z.strictObject({ type: z.literal('unlock-main') }),
] as const;

/** One request about a task under the protocol, as decided on. */
export type ProtocolCommand = DeepReadonly<z.infer<(typeof protocolCommandSchemas)[number]>>;
/** A protocol command as callers write it: what has a default may be left out. */
export type ProtocolCommandInput = DeepReadonly<z.input<(typeof protocolCommandSchemas)[number]>>;
/** The protocol command of a type. */
export type ProtocolCommandOf<Type extends ProtocolCommand['type']> = Extract<ProtocolCommand, { type: Type }>;
