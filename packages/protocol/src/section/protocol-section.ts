import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { GitObjectIdSchema } from '@batonkit/core/internal';
import {
  LabelSchema,
  NoteSchema,
  PathSchema,
  RoleNameSchema,
  Sha256Schema,
  TextSchema,
  TimeSchema,
} from '@batonkit/core/machine';
import { AgentAdditionSchema, AgentSchema, QaEvidenceSchema, ReportSchema } from './agent-section.ts';
import { ChangeKindSchema, ProtocolVariantSchema, RiskLevelSchema, TaskStateSchema } from '../states/task-state.ts';

/** What somebody vouches for because the library cannot see it; each lapses with the plan or the content it was said about. */
export const AttestedConditionSchema = z.enum([
  'conflicts-resolved',
  'requirements-mapped',
  'trade-offs-recorded',
  'success-criteria-recorded',
  'requirements-met',
  'style-linters',
  'style-manual-rules',
  'style-build',
  'no-source-references',
  'no-build-impact',
  'nothing-security-sensitive',
  'clean-build',
  'task-list-updated',
  'dependents-unblocked',
]);

/** The two points where a person decides. */
export const CheckpointSchema = z.enum(['plan', 'change']);

/** The run that owns a task. `fence` grows with every claim and takeover, so that a paused owner is told apart. */
export const OwnerSchema = z.strictObject({
  session: LabelSchema,
  actor: LabelSchema,
  fence: z.int().positive(),
  since: TimeSchema,
});

/** What is known of the plan document; its text is an artifact. */
export const PlanSchema = z.strictObject({
  ...ReportSchema.shape,
  /** Which of the sections that it needs it has. */
  sections: z.array(TextSchema),
  /** Whom the headings of its implementation plans name; agents are among them. */
  planned_agents: z.array(RoleNameSchema).max(500),
});

/** What was put before a person: the SHA-256 of the plan, or of the list of changed files. */
export const PresentationSchema = z.strictObject({
  covers: Sha256Schema,
  at: TimeSchema,
  /** The fencing number of the owner that presented it; after a takeover it is presented again. */
  fence: z.int().positive(),
  /** The commit that the changes were told against: where they leave the main branch. Left out for a plan, and where nobody can look. */
  base: GitObjectIdSchema.optional(),
  /** The head of the task at that time. */
  head: GitObjectIdSchema.optional(),
});

/** Who agreed to what. */
export const ApprovalSchema = z.strictObject({
  covers: Sha256Schema,
  by: LabelSchema,
  at: TimeSchema,
  /** The words in which it was given, where they were passed on. */
  message: TextSchema.max(4000).nullable(),
});

const CheckpointStateSchema = z.strictObject({
  presented: PresentationSchema.nullable(),
  approved: ApprovalSchema.nullable(),
});

/** Somebody's word for a condition. */
export const AttestationSchema = z.strictObject({
  covers: Sha256Schema.nullable(),
  by: LabelSchema,
  at: TimeSchema,
  note: NoteSchema,
});

/** A breach of the protocol and the state in which it can be mended. */
export const ViolationSchema = z.strictObject({
  check: LabelSchema,
  detail: TextSchema,
  way_back: TaskStateSchema,
});

/** The compliance check of one stay in a state; `entry` is the number of transitions that led there. */
export const StateComplianceSchema = z.strictObject({
  state: TaskStateSchema,
  entry: z.int().nonnegative(),
  verdict: z.enum(['PASSED', 'FAILED']),
  violations: z.array(ViolationSchema).max(50),
  at: TimeSchema,
  by: LabelSchema,
});

/** One step from state to state, with what it relied on. */
export const TransitionSchema = z.strictObject({
  from: TaskStateSchema,
  to: TaskStateSchema,
  trigger: LabelSchema,
  at: TimeSchema,
  note: TextSchema.max(4000).nullable(),
  evidence: z.strictObject({
    plan: Sha256Schema.nullable(),
    content: Sha256Schema.nullable(),
    qa_log: Sha256Schema.nullable(),
    head: GitObjectIdSchema.nullable(),
  }),
});

/** What the risk assessment came to, and the path of states that follows from it. */
export const RiskSchema = z.strictObject({
  level: RiskLevelSchema,
  variant: ProtocolVariantSchema,
  change_kind: ChangeKindSchema,
  /** What decided, and the words of the description that raise the level; left out by who does not know. */
  method: z.enum(['pattern_match', 'keyword_trigger', 'manual_override']).optional(),
  triggers: z.array(TextSchema.max(200)).max(200).optional(),
  reasons: z.array(TextSchema.max(1000)).max(50),
  /** Globs of what was judged; left out by who does not know, or when they are too many. */
  paths: z.array(TextSchema.max(1000)).max(200).optional(),
  path: z.array(TaskStateSchema),
});

/** Who may touch the main working tree, and what for. */
export const MainLockSchema = z.strictObject({
  ...OwnerSchema.shape,
  operation: z.enum(['git-operation', 'file-modification', 'configuration-update']),
  /** Where the main branch was then; left out where nobody can look. */
  commit: GitObjectIdSchema.optional(),
});

/** Why a task was given up. */
export const AbandonmentSchema = z.strictObject({
  reason: LabelSchema,
  note: NoteSchema,
  by: LabelSchema,
  at: TimeSchema,
});

const count = z.int().nonnegative();

/** What a task under the protocol has come to. Long lists and texts are artifacts; the whole history is in the audit. */
export const ProtocolSectionSchema = z.strictObject({
  state: TaskStateSchema,
  owner: OwnerSchema.nullable(),
  fence: count,
  dependencies: z.array(z.string()).max(100),
  worktree: LabelSchema.nullable(),
  /** Where that working tree is on the host that recorded it; left out when nobody said. */
  worktree_path: TextSchema.max(4096).optional(),
  /** The main branch, and where it was, when the task was claimed first: what it moves, and what it had before. Left out where nobody can look. */
  main: z.strictObject({ branch: LabelSchema.nullable(), commit: GitObjectIdSchema }).optional(),
  risk: RiskSchema.nullable(),
  agents: z.record(RoleNameSchema, AgentSchema),
  /** Who was selected before the work began; everybody else is in `agent_additions`. */
  selected_agents: z.array(RoleNameSchema).max(200),
  agent_additions: z.array(AgentAdditionSchema).max(50),
  plan: PlanSchema.nullable(),
  attestations: z.partialRecord(AttestedConditionSchema, AttestationSchema),
  checkpoints: z.strictObject({ plan: CheckpointStateSchema, change: CheckpointStateSchema }),
  /** How often the content changed as far as the record knows, and the last QA run with the number at its time. */
  change_count: count,
  qa: z
    .strictObject({
      ...{ log: Sha256Schema, passed: z.boolean(), cached: z.boolean(), change_count: count },
      proof: QaEvidenceSchema.optional(),
    })
    .nullable(),
  /** The task branch as agents' merges left it, and how many there were. */
  branch: z.strictObject({ head: GitObjectIdSchema.nullable(), merges: count }),
  /** The last merge of an agent, until a QA run behind it passed; `broken` when it failed. */
  build: z
    .strictObject({ agent: RoleNameSchema, commit: GitObjectIdSchema, status: z.enum(['unverified', 'broken']) })
    .nullable(),
  /** What it would take to resolve what reviewers rejected, against the scope of the task, in the same unit. */
  effort: z
    .strictObject({
      effort: z.number().nonnegative(),
      scope: z.number().positive(),
      covers: Sha256Schema,
      by: LabelSchema,
      at: TimeSchema,
    })
    .nullable(),
  /** Files that the coordinator wrote itself in IMPLEMENTATION. */
  coordinator_writes: z.array(PathSchema).max(20),
  merge: z
    .strictObject({
      commit: GitObjectIdSchema,
      covers: Sha256Schema,
      at: TimeSchema,
      /** The commit that the content was told against: what the main branch had of it before. Left out where nobody can look. */
      base: GitObjectIdSchema.optional(),
    })
    .nullable(),
  audit: StateComplianceSchema.nullable(),
  visited: z.array(TaskStateSchema),
  /** The last transitions; all of them are in the audit. */
  transitions: z.array(TransitionSchema),
  counts: z.strictObject({
    transitions: count,
    invocations: count,
    commits: count,
    agent_commits: count,
    builds: count,
    builds_passed: count,
  }),
  abandoned: AbandonmentSchema.nullable(),
  main_lock: MainLockSchema.nullable(),
});

/** What a task under the protocol has come to: see `ProtocolSectionSchema`. */
export type ProtocolSection = DeepReadonly<z.infer<typeof ProtocolSectionSchema>>;
/** A breach of the protocol: see `ViolationSchema`. */
export type Violation = DeepReadonly<z.infer<typeof ViolationSchema>>;
/** What somebody vouches for: see `AttestedConditionSchema`. */
export type AttestedCondition = z.infer<typeof AttestedConditionSchema>;
/** The two places where a person has to agree: the plan before any work, the changes before they are merged. */
export type Checkpoint = z.infer<typeof CheckpointSchema>;
/** Who may touch the main working tree: see `MainLockSchema`. */
export type MainLock = DeepReadonly<z.infer<typeof MainLockSchema>>;
/** The compliance check of one stay in a state: see `StateComplianceSchema`. */
export type StateCompliance = DeepReadonly<z.infer<typeof StateComplianceSchema>>;
