import { deepFreeze } from '@batonkit/core/internal';
import { DEFAULT_AGENT_RULES } from './default-agent-rules.ts';
import type { RiskRules } from './risk-rules.ts';

/** Rules with nothing left out. */
export interface CompleteRiskRules {
  readonly levels: NonNullable<RiskRules['levels']>;
  readonly escalation_keywords: NonNullable<RiskRules['escalation_keywords']>;
  readonly documentation: NonNullable<RiskRules['documentation']>;
  readonly configuration: NonNullable<RiskRules['configuration']>;
  readonly agents: typeof DEFAULT_AGENT_RULES;
}

/** The rules of a repository that has none of its own. */
export const DEFAULT_RISK_RULES: CompleteRiskRules = deepFreeze({
  levels: {
    HIGH: [
      'src/**/*.java',
      'pom.xml',
      '**/pom.xml',
      '.github/**',
      '**/security/**',
      'checkstyle.xml',
      '**/checkstyle*.xml',
      // What agents take as instructions.
      'CLAUDE*.md',
      'AGENTS*.md',
      'GEMINI*.md',
      'SKILL.md',
      'copilot-instructions.md',
      '**/.agents/**',
      '**/.claude/**',
      '**/.clinerules/**',
      '**/.codex/**',
      '**/.cursor/**',
      '**/.gemini/**',
      '**/.windsurf/**',
      'docs/project/task-protocol.md',
      'docs/project/critical-rules.md',
      // The names that `*.md` leaves out, wherever they lie.
      'task-protocol.md',
      'critical-rules.md',
    ],
    MEDIUM: [
      'src/test/**/*.java',
      'docs/code-style/**',
      '**/resources/**/*.properties',
      '**/*Test.java',
      '**/*Tests.java',
    ],
    LOW: ['*.md', 'docs/**/*.md', 'todo.md', '*.txt', '*.log', '**/README*'],
  },
  escalation_keywords: [
    'security',
    'architecture',
    'breaking',
    'performance',
    'concurrent',
    'database',
    'api',
    'state',
    'dependency',
  ],
  documentation: ['*.md', '*.mdx', '*.txt', '*.log', '*.rst', '*.adoc', 'README*', 'LICENSE*', 'CHANGELOG*'],
  configuration: ['*.properties', '*.yml', '*.yaml', '*.json', '*.toml', '*.ini', '*.conf', '*.cfg', '.editorconfig'],
  agents: DEFAULT_AGENT_RULES,
});

/** The rules to judge by: what the repository says, and the default for what it leaves out. */
export function completeRiskRules(rules?: Partial<RiskRules>): CompleteRiskRules {
  if (rules === undefined) return DEFAULT_RISK_RULES;
  return {
    levels: rules.levels ?? DEFAULT_RISK_RULES.levels,
    escalation_keywords: rules.escalation_keywords ?? DEFAULT_RISK_RULES.escalation_keywords,
    documentation: rules.documentation ?? DEFAULT_RISK_RULES.documentation,
    configuration: rules.configuration ?? DEFAULT_RISK_RULES.configuration,
    agents: {
      base: rules.agents?.base ?? DEFAULT_AGENT_RULES.base,
      rules: rules.agents?.rules ?? DEFAULT_AGENT_RULES.rules,
      exemptions: rules.agents?.exemptions ?? DEFAULT_AGENT_RULES.exemptions,
      models: rules.agents?.models ?? DEFAULT_AGENT_RULES.models,
    },
  };
}
