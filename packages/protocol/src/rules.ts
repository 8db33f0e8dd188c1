export { type AgentRule, AgentRuleSchema, type AgentRules, AgentRulesSchema } from './risk/agent-rules.ts';
export { parseRiskRules, type RiskRulesInvalid } from './risk/parse-risk-rules.ts';
export { type RiskRules, RiskRulesSchema } from './risk/risk-rules.ts';
export {
  type ChangeKind,
  ChangeKindSchema,
  type ProtocolVariant,
  ProtocolVariantSchema,
  type RiskLevel,
  RiskLevelSchema,
  type TaskState,
  TaskStateSchema,
} from './states/task-state.ts';
