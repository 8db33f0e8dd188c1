import * as z from 'zod';
import { GitObjectIdSchema, LabelSchema, PathSchema, RoleNameSchema, TextSchema } from '../record/stored-values.ts';
import {
  AbandonmentSchema,
  AgentKindSchema,
  ApprovalSchema,
  AttestationSchema,
  AttestedConditionSchema,
  CheckpointSchema,
  DecisionSchema,
  MainLockSchema,
  OwnerSchema,
  PlanSchema,
  PresentationSchema,
  ProtocolSectionSchema,
  ReportSchema,
  RiskSchema,
  StateAuditSchema,
  TransitionSchema,
} from './protocol-section.ts';

const note = TextSchema.min(1).max(4000);

/** What can have happened to a task under the protocol. */
export const protocolEventSchemas = [
  z.strictObject({
    type: z.literal('task-claimed'),
    owner: OwnerSchema,
    dependencies: z.array(z.string()),
    worktree: LabelSchema.nullable(),
  }),
  z.strictObject({ type: z.literal('task-released'), session: LabelSchema }),
  z.strictObject({
    type: z.literal('task-taken-over'),
    owner: OwnerSchema,
    from: LabelSchema,
    confirmed_by: LabelSchema,
    reason: note,
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
  }),
  z.strictObject({ type: z.literal('plan-recorded'), plan: PlanSchema }),
  z.strictObject({ type: z.literal('agent-invoked'), agent: RoleNameSchema }),
  z.strictObject({
    type: z.literal('agent-completed'),
    agent: RoleNameSchema,
    phase: z.enum(['requirements', 'work']),
    report: ReportSchema,
    remaining: z.boolean(),
  }),
  z.strictObject({ type: z.literal('agent-failed'), agent: RoleNameSchema, message: note }),
  z.strictObject({ type: z.literal('agent-decided'), agent: RoleNameSchema, decision: DecisionSchema }),
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
    type: z.literal('checkpoint-presented'),
    checkpoint: CheckpointSchema,
    presentation: PresentationSchema,
  }),
  z.strictObject({ type: z.literal('checkpoint-approved'), checkpoint: CheckpointSchema, approval: ApprovalSchema }),
  z.strictObject({ type: z.literal('changes-requested'), checkpoint: CheckpointSchema, by: LabelSchema, note }),
  z.strictObject({ type: z.literal('state-audited'), audit: StateAuditSchema }),
  z.strictObject({ type: z.literal('state-changed'), transition: TransitionSchema }),
  z.strictObject({ type: z.literal('task-abandoned'), abandonment: AbandonmentSchema }),
  z.strictObject({
    type: z.literal('main-locked'),
    lock: MainLockSchema,
    taken_from: LabelSchema.nullable(),
    confirmed_by: LabelSchema.nullable(),
    reason: note.nullable(),
  }),
  z.strictObject({ type: z.literal('main-unlocked'), session: LabelSchema }),
] as const;
