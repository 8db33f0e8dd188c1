import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { LabelSchema, RoleNameSchema } from '@batonkit/core/machine';
import { rejectingIn } from './agents-of.ts';
import type { ProtocolSection } from './protocol-section.ts';
import { RiskLevelSchema, TaskStateSchema } from '../states/task-state.ts';

const count = z.int().nonnegative();

/** What is left to say about how a task went through the protocol; it stays in the audit when the context is gone. */
export const ProtocolSummarySchema = z.strictObject({
  final_state: TaskStateSchema,
  outcome: z.enum(['completed', 'abandoned']),
  abandoned_because: LabelSchema.nullable(),
  risk_level: RiskLevelSchema.nullable(),
  plan_approved_by: LabelSchema.nullable(),
  change_approved_by: LabelSchema.nullable(),
  transitions: count,
  invocations: count,
  agents_used: z.array(RoleNameSchema),
  commits: count,
  implementation_commits: count,
  coordination_commits: count,
  builds: count,
  builds_passed: count,
  all_builds_passed: z.boolean(),
  /** Reviewers whose rejection stood when the task ended; left out where there was none. */
  rejected_by: z.array(RoleNameSchema).optional(),
});

/** How a task went through the protocol: see `ProtocolSummarySchema`. */
export type ProtocolSummary = DeepReadonly<z.infer<typeof ProtocolSummarySchema>>;

/** Sums up how a task went through the protocol. */
export function summarizeProtocol(protocol: ProtocolSection): ProtocolSummary {
  const { state, abandoned, risk, checkpoints, agents, counts } = protocol;
  const rejecting = rejectingIn(protocol).map(([name]) => name);
  return {
    final_state: state,
    outcome: abandoned === null ? 'completed' : 'abandoned',
    abandoned_because: abandoned?.reason ?? null,
    risk_level: risk?.level ?? null,
    plan_approved_by: checkpoints.plan.approved?.by ?? null,
    change_approved_by: checkpoints.change.approved?.by ?? null,
    transitions: counts.transitions,
    invocations: counts.invocations,
    agents_used: Object.keys(agents).filter((name) => agents[name]?.status !== 'selected'),
    commits: counts.commits,
    implementation_commits: counts.agent_commits,
    coordination_commits: counts.commits - counts.agent_commits,
    builds: counts.builds,
    builds_passed: counts.builds_passed,
    all_builds_passed: counts.builds === counts.builds_passed,
    ...(rejecting.length === 0 ? {} : { rejected_by: rejecting }),
  };
}
