import { expect, test } from 'vitest';
import * as protocol from './index.ts';
import * as rules from './rules.ts';
import * as states from './states.ts';

test('the root exports exactly this', () => {
  expect(Object.keys(protocol).sort()).toEqual([
    'ADDITION_CHECKS',
    'ADDITION_STATES',
    'AGENT_LIMITS',
    'ATTESTABLE',
    'COMMAND_GUARDS',
    'COMPLIANCE_CHECKS',
    'CONFLICT_RULES',
    'DEFAULT_AGENT_RULES',
    'DEFAULT_RISK_RULES',
    'DOMAIN_AUTHORITIES',
    'LEGITIMATE_REASONS',
    'MAX_RETRIES',
    'NEGOTIATION_PROMPT',
    'PROTOCOL_TABLE',
    'REVIEW_PROMPT',
    'TASK_STATES',
    'WHOLE_QUEUE',
    'classifyChange',
    'classifyRisk',
    'createProtocol',
    'createTaskProtocol',
    'createTaskQueue',
    'decideRecovery',
    'detectApproval',
    'fillPrompt',
    'findImproperAdditions',
    'findUncovered',
    'findViolations',
    'formatAgentCommit',
    'formatFinalCommit',
    'guardsOf',
    'insertState',
    'judgeTiming',
    'needsRebase',
    'nextActions',
    'orderQueue',
    'parseDecision',
    'parseScopeDecision',
    'protocol',
    'protocolMachine',
    'protocolSlices',
    'readBatchRequest',
    'readCommitAgent',
    'readPlanDocument',
    'renderDeferredTasks',
    'renderProtocol',
    'resumeAgents',
    'routeRejection',
    'selectAgents',
    'selectTask',
    'settleScope',
    'statePath',
  ]);
});

test('the subpath for rules, which holds what needs zod and yaml, exports exactly this', () => {
  expect(Object.keys(rules).sort()).toEqual([
    'AgentRuleSchema',
    'AgentRulesSchema',
    'ChangeKindSchema',
    'ProtocolVariantSchema',
    'RiskLevelSchema',
    'RiskRulesSchema',
    'TaskStateSchema',
    'parseRiskRules',
  ]);
});

test('the subpath for states, which loads nothing else, exports exactly this', () => {
  expect(Object.keys(states)).toEqual(['TASK_STATES']);
});
