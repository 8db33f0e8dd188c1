import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { GitObjectIdSchema } from '@batonkit/core/internal';
import { LabelSchema, NoteSchema, PathSchema, RoleNameSchema, TextSchema, TimeSchema } from '@batonkit/core/machine';
import {
  AgentAdditionSchema,
  AgentErrorClassSchema,
  AgentKindSchema,
  AgentSchema,
  DecisionSchema,
  ReportedStatusSchema,
  ReportSchema,
  ScopeDecisionSchema,
} from './agent-section.ts';
import {
  AbandonmentSchema,
  ApprovalSchema,
  AttestationSchema,
  AttestedConditionSchema,
  CheckpointSchema,
  MainLockSchema,
  OwnerSchema,
  PlanSchema,
  PresentationSchema,
  ProtocolSectionSchema,
  RiskSchema,
  StateComplianceSchema,
  TransitionSchema,
} from './protocol-section.ts';

/** What can have happened to a task under the protocol. */
export const protocolEventSchemas = [
  z.strictObject({
    type: z.literal('task-claimed'),
    owner: OwnerSchema,
    dependencies: z.array(z.string()),
    worktree: LabelSchema.nullable(),
    path: ProtocolSectionSchema.shape.worktree_path,
    main: ProtocolSectionSchema.shape.main,
  }),
  z.strictObject({ type: z.literal('task-released'), session: LabelSchema }),
  z.strictObject({
    type: z.literal('task-taken-over'),
    owner: OwnerSchema,
    from: LabelSchema,
    confirmed_by: LabelSchema,
    reason: NoteSchema,
  }),
  z.strictObject({ type: z.literal('task-classified'), risk: RiskSchema }),
  z.strictObject({
    type: z.literal('agents-selected'),
    agents: z.array(z.strictObject({ name: RoleNameSchema, kind: AgentKindSchema })),
  }),
  z.strictObject({
    type: z.literal('worktree-recorded'),
    agent: RoleNameSchema.nullable(),
    worktree: LabelSchema.nullable(),
    path: ProtocolSectionSchema.shape.worktree_path,
  }),
  z.strictObject({ type: z.literal('plan-recorded'), plan: PlanSchema }),
  z.strictObject({
    type: z.literal('agent-added'),
    addition: AgentAdditionSchema,
    kind: AgentKindSchema,
    worktree: LabelSchema.nullable(),
  }),
  z.strictObject({
    type: z.literal('agent-invoked'),
    agent: RoleNameSchema,
    at: TimeSchema,
    scope: AgentSchema.shape.scope,
    round: AgentSchema.shape.round,
    retries: AgentSchema.shape.retries,
    confirmed_by: LabelSchema.nullable(),
  }),
  z.strictObject({
    type: z.literal('agent-status-reported'),
    agent: RoleNameSchema,
    at: TimeSchema,
    status: ReportedStatusSchema,
    work_remaining: TextSchema.nullable(),
    blocked_by: TextSchema.nullable(),
  }),
  z.strictObject({
    type: z.literal('agent-completed'),
    agent: RoleNameSchema,
    at: TimeSchema,
    phase: z.enum(['requirements', 'work']),
    report: ReportSchema,
    work_remaining: TextSchema.nullable(),
    unchanged: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('agent-failed'),
    agent: RoleNameSchema,
    at: TimeSchema,
    message: NoteSchema,
    error_class: AgentErrorClassSchema,
  }),
  z.strictObject({
    type: z.literal('agent-merged'),
    agent: RoleNameSchema,
    at: TimeSchema,
    commit: GitObjectIdSchema,
    onto: GitObjectIdSchema.nullable(),
    /** Reviewers whose approval the merge voids, because it changed what they approved, or that were reviewing: they must look again. */
    voids: z.array(RoleNameSchema),
  }),
  z.strictObject({
    type: z.literal('agent-decided'),
    agent: RoleNameSchema,
    at: TimeSchema,
    decision: DecisionSchema,
    note: TextSchema.max(4000),
    head: GitObjectIdSchema.nullable(),
  }),
  z.strictObject({
    type: z.literal('effort-estimated'),
    estimate: ProtocolSectionSchema.shape.effort.unwrap(),
    note: NoteSchema,
  }),
  z.strictObject({
    type: z.literal('scope-classified'),
    agent: RoleNameSchema,
    at: TimeSchema,
    scope_decision: ScopeDecisionSchema,
  }),
  z.strictObject({
    type: z.literal('condition-attested'),
    condition: AttestedConditionSchema,
    attestation: AttestationSchema,
  }),
  z.strictObject({
    type: z.literal('activity-recorded'),
    activity: z.enum(['tool-use', 'commit', 'override']),
    agent: RoleNameSchema.nullable(),
    paths: z.array(PathSchema),
    commit: GitObjectIdSchema.nullable(),
    note: TextSchema.max(4000),
  }),
  z.strictObject({ type: z.literal('merge-recorded'), merge: ProtocolSectionSchema.shape.merge.unwrap() }),
  z.strictObject({
    type: z.literal('task-landed'),
    merge: ProtocolSectionSchema.shape.merge.unwrap(),
    branch: LabelSchema,
    from: GitObjectIdSchema,
    to: GitObjectIdSchema,
  }),
  z.strictObject({
    type: z.literal('checkpoint-presented'),
    checkpoint: CheckpointSchema,
    presentation: PresentationSchema,
  }),
  z.strictObject({ type: z.literal('checkpoint-approved'), checkpoint: CheckpointSchema, approval: ApprovalSchema }),
  z.strictObject({
    type: z.literal('changes-requested'),
    checkpoint: CheckpointSchema,
    by: LabelSchema,
    note: NoteSchema,
  }),
  z.strictObject({
    type: z.literal('approvals-voided'),
    /** What caused it: a step back, another classification, another brief. */
    because: LabelSchema,
    checkpoints: z.array(CheckpointSchema),
    /** Reviewers whose approval is void; rejections stay. */
    reviewers: z.array(RoleNameSchema),
    attestations: z.array(AttestedConditionSchema),
  }),
  z.strictObject({ type: z.literal('state-audited'), audit: StateComplianceSchema }),
  z.strictObject({ type: z.literal('state-changed'), transition: TransitionSchema }),
  z.strictObject({ type: z.literal('task-abandoned'), abandonment: AbandonmentSchema }),
  z.strictObject({
    type: z.literal('main-locked'),
    lock: MainLockSchema,
    taken_from: LabelSchema.nullable(),
    confirmed_by: LabelSchema.nullable(),
    reason: NoteSchema.nullable(),
  }),
  z.strictObject({ type: z.literal('main-unlocked'), session: LabelSchema }),
] as const;

/** The events that `evolve` leaves to the protocol. */
export type ProtocolEvent = DeepReadonly<z.infer<(typeof protocolEventSchemas)[number]>>;
