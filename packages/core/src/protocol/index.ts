export {
  type AgentRule,
  AgentRuleSchema,
  type AgentRules,
  AgentRulesSchema,
  DEFAULT_AGENT_RULES,
} from './agent-rules.ts';
export { classifyChange, classifyRisk, type RiskAssessment, type RiskQuestion } from './classify-risk.ts';
export { type ApprovalReading, type Checkpoint, detectApproval } from './detect-approval.ts';
export {
  type MalformedDecision,
  parseDecision,
  parseScopeDecision,
  type ReviewDecision,
  type ScopeDecision,
} from './parse-decision.ts';
export { parseRiskRules, type RiskRulesInvalid } from './parse-risk-rules.ts';
export { type CompleteRiskRules, DEFAULT_RISK_RULES, type RiskRules, RiskRulesSchema } from './risk-rules.ts';
export { type AgentQuestion, type AgentSelection, selectAgents } from './select-agents.ts';
export { selectTask, type TaskAvailability, type TaskSelection } from './select-task.ts';
export { statePath } from './state-path.ts';
export {
  type ChangeKind,
  ChangeKindSchema,
  type ProtocolVariant,
  ProtocolVariantSchema,
  type RiskLevel,
  RiskLevelSchema,
  TASK_STATES,
  type TaskState,
  TaskStateSchema,
} from './task-state.ts';

export { ATTESTABLE, type Attestable } from './attestable.ts';
export { COMPLIANCE_CHECKS, type ComplianceCheck, findViolations } from './compliance-checks.ts';
export { type ContentFile, findUncovered } from './content-coverage.ts';
export type { Finding, Guard, ProtocolAction, ProtocolView } from './guard.ts';
export { LEGITIMATE_REASONS } from './legitimate-reasons.ts';
export { guardsOf, type Machine, MACHINE } from './machine.ts';
export { MAIN_LOCK_TASK } from './main-lock-task.ts';
export { type NextAction, nextActions } from './next-actions.ts';
export { readPlanDocument } from './plan-document.ts';
export { renderProtocol } from './render-protocol.ts';
export type { Transition, TransitionKind } from './transitions.ts';
