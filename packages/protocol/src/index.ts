export type { AgentRule, AgentRules } from './risk/agent-rules.ts';
export { classifyChange, classifyRisk, type RiskAssessment, type RiskQuestion } from './risk/classify-risk.ts';
export { type ApprovalReading, detectApproval } from './approval/detect-approval.ts';
export {
  type MalformedDecision,
  parseDecision,
  parseScopeDecision,
  type ReviewDecision,
  type ScopeDecision,
} from './documents/parse-decision.ts';
export { DEFAULT_AGENT_RULES } from './risk/default-agent-rules.ts';
export { type CompleteRiskRules, DEFAULT_RISK_RULES } from './risk/default-risk-rules.ts';
export type { Checkpoint } from './section/protocol-section.ts';
export type { RiskRules } from './risk/risk-rules.ts';
export { type AgentQuestion, type AgentSelection, selectAgents } from './risk/select-agents.ts';
export { selectTask, type TaskAvailability, type TaskSelection } from './queue/select-task.ts';
export { statePath } from './states/state-path.ts';
export type { ChangeKind, ProtocolVariant, RiskLevel, TaskState } from './states/task-state.ts';
export { TASK_STATES } from './states/task-states.ts';

export {
  ADDITION_CHECKS,
  ADDITION_STATES,
  findImproperAdditions,
  type ImproperAddition,
} from './agents/agent-additions.ts';
export {
  AGENT_LIMITS,
  type AgentRecovery,
  type AgentTiming,
  decideRecovery,
  judgeTiming,
  MAX_RETRIES,
} from './agents/agent-timing.ts';
export { ATTESTABLE, type Attestable } from './section/attestable.ts';
export { COMMAND_GUARDS, type CommandGuard, type CommandGuards, type GuardedCommand } from './guards/command-guards.ts';
export { COMPLIANCE_CHECKS, type ComplianceCheck, findViolations } from './guards/compliance-checks.ts';
export { findUncovered } from './facts/content-coverage.ts';
export { type DeferredTask, renderDeferredTasks } from './documents/deferred-tasks.ts';
export type { Finding, Guard, ProtocolAction, ProtocolView } from './guards/guard.ts';
export { LEGITIMATE_REASONS } from './guards/legitimate-reasons.ts';
export { insertState, type InsertedState } from './guards/insert-state.ts';
export { guardsOf, PROTOCOL_TABLE, type ProtocolSlice, type ProtocolTable } from './guards/protocol-table.ts';
export { protocolMachine, protocolSlices } from './slice/protocol-machine.ts';
export type {
  CommandInput as ProtocolTaskCommand,
  ProtocolEnv,
  ProtocolRecord,
  ProtocolSlices,
  ProtocolTypes,
  TaskEvent as ProtocolTaskEvent,
} from './section/protocol-record.ts';
export { createProtocol, protocol } from './slice/protocol-slice.ts';
export { needsRebase } from './agents/needs-rebase.ts';
export { type NextAction, nextActions } from './status/next-actions.ts';
export { readPlanDocument } from './documents/plan-document.ts';
export { fillPrompt, NEGOTIATION_PROMPT, type PromptTemplate, REVIEW_PROMPT } from './documents/prompt-templates.ts';
export { renderProtocol } from './status/render-protocol.ts';
export { type Resumption, resumeAgents } from './status/resume-agents.ts';
export { type Rejecting, routeRejection } from './guards/route-rejection.ts';
export {
  CONFLICT_RULES,
  type ConflictRule,
  DOMAIN_AUTHORITIES,
  type DomainAuthority,
} from './guards/scope-authorities.ts';
export { type ScopeItem, type ScopeSettlement, type ScopeVote, settleScope } from './guards/settle-scope.ts';
export type { Transition, TransitionKind } from './guards/transitions.ts';

export { formatAgentCommit, formatFinalCommit, readCommitAgent, type Contributor } from './landing/commit-message.ts';
export { orderQueue, type QueuedTask, type QueueFilter, type TaskQueueView, WHOLE_QUEUE } from './queue/order-queue.ts';
export { type BatchRequest, readBatchRequest } from './queue/read-batch-request.ts';
export {
  createTaskQueue,
  type QueueCaller,
  type TakenTask,
  type TaskQueue,
  type TaskQueueLook,
} from './queue/task-queue.ts';

export type { FactError, RiskRulesSource } from './facts/gather-facts.ts';
export type { Landing } from './landing/land-task.ts';
export type { MainLockKeeper } from './landing/main-lock.ts';
export type { ProtocolCommand, ProtocolCommandInput } from './section/protocol-command.ts';
export type { ProtocolFacts } from './section/protocol-facts.ts';
export type { AgentAddition, ProtocolAgent } from './section/agent-section.ts';
export type { MainLock, ProtocolSection, StateCompliance, Violation } from './section/protocol-section.ts';
export type { CheckpointStatus, ProtocolStatus } from './status/protocol-status.ts';
export type { ProtocolSummary } from './section/protocol-summary.ts';
export {
  type CheckedTask,
  createTaskProtocol,
  type TaskProtocolOptions,
  type ProtocolError,
  type ProtocolPolicy,
  type SendableCommand,
  type TaskProtocol,
} from './service/task-protocol.ts';
