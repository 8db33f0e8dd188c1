import { expect, test } from 'vitest';
import * as protocol from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(protocol).sort()).toEqual([
    'ATTESTABLE',
    'AgentRuleSchema',
    'AgentRulesSchema',
    'COMPLIANCE_CHECKS',
    'ChangeKindSchema',
    'DEFAULT_AGENT_RULES',
    'DEFAULT_RISK_RULES',
    'LEGITIMATE_REASONS',
    'MACHINE',
    'MAIN_LOCK_TASK',
    'ProtocolVariantSchema',
    'RiskLevelSchema',
    'RiskRulesSchema',
    'TASK_STATES',
    'TaskStateSchema',
    'classifyChange',
    'classifyRisk',
    'detectApproval',
    'findUncovered',
    'findViolations',
    'guardsOf',
    'nextActions',
    'parseDecision',
    'parseRiskRules',
    'parseScopeDecision',
    'readPlanDocument',
    'renderProtocol',
    'selectAgents',
    'selectTask',
    'statePath',
  ]);
});
