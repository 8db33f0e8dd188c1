export type { AgentRule, AgentRules } from './agent-rules.ts';
export { classifyChange, classifyRisk, type RiskAssessment, type RiskQuestion } from './classify-risk.ts';
export { type ApprovalReading, detectApproval } from './detect-approval.ts';
export {
  type MalformedDecision,
  parseDecision,
  parseScopeDecision,
  type ReviewDecision,
  type ScopeDecision,
} from './parse-decision.ts';
export { DEFAULT_AGENT_RULES } from './default-agent-rules.ts';
export { type CompleteRiskRules, DEFAULT_RISK_RULES } from './default-risk-rules.ts';
export type { Checkpoint } from './protocol-section.ts';
export type { RiskRules } from './risk-rules.ts';
export { type AgentQuestion, type AgentSelection, selectAgents } from './select-agents.ts';
export { selectTask, type TaskAvailability, type TaskSelection } from './select-task.ts';
export { statePath } from './state-path.ts';
export type { ChangeKind, ProtocolVariant, RiskLevel, TaskState } from './task-state.ts';
export { TASK_STATES } from './task-states.ts';

export { ADDITION_CHECKS, ADDITION_STATES, findImproperAdditions, type ImproperAddition } from './agent-additions.ts';
export {
  AGENT_LIMITS,
  type AgentRecovery,
  type AgentTiming,
  decideRecovery,
  judgeTiming,
  MAX_RETRIES,
} from './agent-timing.ts';
export { ATTESTABLE, type Attestable } from './attestable.ts';
export { COMMAND_GUARDS, type CommandGuard, type CommandGuards, type GuardedCommand } from './command-guards.ts';
export { COMPLIANCE_CHECKS, type ComplianceCheck, findViolations } from './compliance-checks.ts';
export { findUncovered } from './content-coverage.ts';
export { type DeferredTask, renderDeferredTasks } from './deferred-tasks.ts';
export type { Finding, Guard, ProtocolAction, ProtocolView } from './guard.ts';
export { LEGITIMATE_REASONS } from './legitimate-reasons.ts';
export { guardsOf, PROTOCOL_TABLE, type ProtocolTable } from './machine.ts';
export { protocolMachine, protocolSlices } from './protocol-machine.ts';
export type {
  CommandInput as ProtocolTaskCommand,
  ProtocolEnv,
  ProtocolRecord,
  ProtocolSlices,
  ProtocolTypes,
  TaskEvent as ProtocolTaskEvent,
} from './protocol-record.ts';
export { createProtocol, protocol } from './protocol-slice.ts';
export { needsRebase } from './needs-rebase.ts';
export { type NextAction, nextActions } from './next-actions.ts';
export { readPlanDocument } from './plan-document.ts';
export { fillPrompt, NEGOTIATION_PROMPT, type PromptTemplate, REVIEW_PROMPT } from './prompt-templates.ts';
export { renderProtocol } from './render-protocol.ts';
export { type Resumption, resumeAgents } from './resume-agents.ts';
export { type Rejecting, routeRejection } from './route-rejection.ts';
export { CONFLICT_RULES, type ConflictRule, DOMAIN_AUTHORITIES, type DomainAuthority } from './scope-authorities.ts';
export { type ScopeItem, type ScopeSettlement, type ScopeVote, settleScope } from './settle-scope.ts';
export type { Transition, TransitionKind } from './transitions.ts';

export { formatAgentCommit, formatFinalCommit, readCommitAgent, type Contributor } from './commit-message.ts';
export { orderQueue, type QueuedTask, type QueueFilter, type TaskQueueView, WHOLE_QUEUE } from './order-queue.ts';
export { type BatchRequest, readBatchRequest } from './read-batch-request.ts';
export { createTaskQueue, type QueueCaller, type TakenTask, type TaskQueue, type TaskQueueLook } from './task-queue.ts';

export type { FactError, RiskRulesSource } from './gather-facts.ts';
export type { Landing } from './land-task.ts';
export type { MainLockKeeper } from './main-lock.ts';
export type { ProtocolCommand, ProtocolCommandInput } from './protocol-command.ts';
export type { ProtocolFacts } from './protocol-facts.ts';
export type { AgentAddition, ProtocolAgent } from './agent-section.ts';
export type { MainLock, ProtocolSection, StateAudit, Violation } from './protocol-section.ts';
export type { CheckpointStatus, ProtocolStatus } from './protocol-status.ts';
export type { ProtocolSummary } from './protocol-summary.ts';
export {
  type AuditedTask,
  createTaskProtocol,
  type TaskProtocolOptions,
  type ProtocolError,
  type ProtocolPolicy,
  type SendableCommand,
  type TaskProtocol,
} from './task-protocol.ts';
