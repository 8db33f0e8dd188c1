import { expect, test } from 'vitest';
import * as protocol from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(protocol).sort()).toEqual([
    'AgentRuleSchema',
    'AgentRulesSchema',
    'ChangeKindSchema',
    'DEFAULT_AGENT_RULES',
    'DEFAULT_RISK_RULES',
    'ProtocolVariantSchema',
    'RiskLevelSchema',
    'RiskRulesSchema',
    'TASK_STATES',
    'TaskStateSchema',
    'classifyChange',
    'classifyRisk',
    'detectApproval',
    'parseDecision',
    'parseRiskRules',
    'parseScopeDecision',
    'selectAgents',
    'selectTask',
    'statePath',
  ]);
});
