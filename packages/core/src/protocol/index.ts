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
