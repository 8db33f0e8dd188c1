import { compileGlobs } from '@batonkit/core/text';
import type { AgentRule } from './agent-rules.ts';
import { findWords } from '../words/match-words.ts';
import { normalizePath } from './normalize-path.ts';
import { completeRiskRules, type CompleteRiskRules } from './default-risk-rules.ts';
import type { RiskRules } from './risk-rules.ts';
import type { RiskLevel } from '../states/task-state.ts';

/** What is known about a task when its agents are chosen. */
export interface AgentQuestion {
  readonly level: RiskLevel;
  readonly paths: readonly string[];
  readonly description?: string | undefined;
  /** What the caller knows the change to be: names such as `new_code`, `authentication`, `parser`, as a list or as flags. */
  readonly changes?: readonly string[] | Readonly<Record<string, boolean>> | undefined;
  readonly rules?: Partial<RiskRules> | undefined;
}

/** The agents of a task. */
export interface AgentSelection {
  /** A reviewer and an updater for each domain, domain by domain in the order they were called in. */
  readonly agents: string[];
  /** Why each of them was chosen. */
  readonly reasons: Record<string, string>;
  /** A hint which model to run each of them on. */
  readonly models: Record<string, string>;
}

/**
 * Who works on a task and reviews it: the base set of its risk level, and every domain that a rule calls in because of the paths, the
 * description or the changes the caller names. Architecture is always among them. For a change of documentation only, words of the
 * description call nobody in, except where the task is an analysis.
 *
 * @example
 * ```ts
 * import { selectAgents } from '@batonkit/protocol';
 *
 * const { agents, reasons } = selectAgents({ level: 'LOW', paths: ['README.md'], description: 'Fix a typo', changes: [] });
 * agents; // => ['architecture-reviewer', 'architecture-updater']
 * reasons['architecture-reviewer']; // => 'base set of LOW'
 * ```
 */
export function selectAgents(question: AgentQuestion): AgentSelection {
  const rules = completeRiskRules(question.rules);
  const { base, rules: agentRules, exemptions, models } = rules.agents;
  const picks = new Map<string, { why: string; isCertain: boolean }[]>();
  const pick = (domain: string, why: string, isCertain: boolean): void => {
    picks.set(domain, [...(picks.get(domain) ?? []), { why, isCertain }]);
  };

  const level = Object.hasOwn(base, question.level) ? question.level : 'HIGH';
  for (const domain of base[level]) pick(domain, `base set of ${level}`, true);
  if (!picks.has('architecture')) pick('architecture', 'looks at every change', true);
  const facts = collectFacts(question, rules);
  for (const rule of agentRules) {
    const held = (rule.levels ?? [level]).includes(level) ? holds(rule, facts) : null;
    if (held === null) continue;
    for (const domain of rule.adds) pick(domain, `${rule.because} (${held.evidence})`, held.isCertain);
  }
  for (const { removes, words } of exemptions) {
    if (findWords(facts.description, words).length === 0) continue;
    // Only words spoke for the domain, and the same words say that nothing but names change.
    for (const domain of removes)
      if (picks.get(domain)?.every(({ isCertain }) => !isCertain) === true) picks.delete(domain);
  }
  return describe(picks, models);
}

function describe(
  picks: ReadonlyMap<string, readonly { readonly why: string }[]>,
  models: { readonly reviewer: string; readonly updater: string },
): AgentSelection {
  const selection: AgentSelection = { agents: [], reasons: {}, models: {} };
  for (const [domain, whys] of picks) {
    for (const part of ['reviewer', 'updater'] as const) {
      const agent = `${domain}-${part}`;
      selection.agents.push(agent);
      selection.reasons[agent] = [...new Set(whys.map(({ why }) => why))].join('; ');
      selection.models[agent] = models[part];
    }
  }
  return selection;
}

interface Facts {
  readonly paths: readonly string[];
  readonly description: string;
  readonly changes: ReadonlySet<string>;
  readonly isDocumentation: boolean;
}

function collectFacts({ paths, description, changes }: AgentQuestion, rules: CompleteRiskRules): Facts {
  const normal = paths.map((path) => normalizePath(path)).filter((path) => path !== null);
  const isDocumentation = compileGlobs(rules.documentation);
  return {
    paths: normal,
    description: description ?? '',
    changes: new Set(namesOf(changes ?? []).map(snakeCase)),
    isDocumentation: normal.length > 0 && normal.length === paths.length && normal.every(isDocumentation),
  };
}

function namesOf(changes: NonNullable<AgentQuestion['changes']>): readonly string[] {
  if (Array.isArray(changes)) return changes.filter((change) => typeof change === 'string');
  return Object.entries(changes).flatMap(([name, isSo]) => (isSo ? [name] : []));
}

function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

/** What makes a rule hold, and whether that is more than a word in the description; null when it does not hold. */
function holds(rule: AgentRule, facts: Facts): { evidence: string; isCertain: boolean } | null {
  const named = rule.changes?.find((change) => facts.changes.has(change));
  if (named !== undefined) return { evidence: `the caller says ${named}`, isCertain: true };
  if (facts.isDocumentation && rule.words !== undefined && rule.documentation !== true) return null;
  if (rule.paths === undefined && rule.words === undefined) return null;
  const path = rule.paths === undefined ? undefined : facts.paths.find(compileGlobs(rule.paths));
  if (rule.paths !== undefined && path === undefined) return null;
  const word = rule.words === undefined ? undefined : findWords(facts.description, rule.words)[0];
  if (rule.words !== undefined && word === undefined) return null;
  const evidence = [path, word === undefined ? undefined : `"${word.replace(/\*$/, '…')}"`].filter(
    (part) => part !== undefined,
  );
  return { evidence: evidence.join(', '), isCertain: path !== undefined };
}
