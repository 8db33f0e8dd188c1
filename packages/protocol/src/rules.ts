export { type AgentRule, AgentRuleSchema, type AgentRules, AgentRulesSchema } from './agent-rules.ts';
export { parseRiskRules, type RiskRulesInvalid } from './parse-risk-rules.ts';
export { type RiskRules, RiskRulesSchema } from './risk-rules.ts';
export {
  type ChangeKind,
  ChangeKindSchema,
  type ProtocolVariant,
  ProtocolVariantSchema,
  type RiskLevel,
  RiskLevelSchema,
  type TaskState,
  TaskStateSchema,
} from './task-state.ts';
