import { compileGlobs } from '@batonkit/core/text';
import { cutText } from '../words/excerpt.ts';
import { findWords } from '../words/match-words.ts';
import { normalizePath } from './normalize-path.ts';
import { completeRiskRules, type CompleteRiskRules } from './default-risk-rules.ts';
import type { RiskRules } from './risk-rules.ts';
import { VARIANTS } from '../states/state-path.ts';
import type { ChangeKind, ProtocolVariant, RiskLevel } from '../states/task-state.ts';

/** What a task is about to change. */
export interface RiskQuestion {
  /** Repository paths. */
  readonly paths: readonly string[];
  readonly description?: string | undefined;
  /** The level a person decided on; it stands, whatever the rules say. */
  readonly override?: RiskLevel | undefined;
  /** The whole protocol, whatever else is said. */
  readonly forceFullProtocol?: boolean | undefined;
  readonly rules?: Partial<RiskRules> | undefined;
}

/** A level, how it was found, and every reason for it. */
export interface RiskAssessment {
  readonly level: RiskLevel;
  readonly variant: ProtocolVariant;
  /** What decided: a pattern (or that none matched), a word of the description that raised the level, or a person. */
  readonly method: 'pattern_match' | 'keyword_trigger' | 'manual_override';
  /** The words of the description that raise the level, in the order of the rules. */
  readonly triggers: readonly string[];
  /** Sentences for a person, at most 50: one for each path, the riskiest first where there are too many, then what changed the outcome. */
  readonly reasons: string[];
}

/** Of paths; with what changed the outcome, no more than a record takes. */
const MAX_PATH_REASONS = 48;

const RANKS = { LOW: 0, MEDIUM: 1, HIGH: 2 } as const;

/**
 * How risky a change is. For each path the most specific matching pattern decides (the one that spells out more characters; of equals
 * the riskier); over all paths the highest level counts. A path that nothing matches, or no path at all, is HIGH. What agents take as
 * instructions (`AGENTS.md`, `.cursorrules`, `.claude/`, in any case and folder) is never LOW: where a pattern says LOW, it is HIGH. One or more
 * escalation keywords in the description raise the level by one. An override stands as it is; `forceFullProtocol` means HIGH.
 *
 * @example
 * ```ts
 * import { classifyRisk } from '@batonkit/protocol';
 *
 * classifyRisk({ paths: ['src/main/java/Parser.java', 'README.md'] }).level; // => 'HIGH'
 * classifyRisk({ paths: ['src/test/java/ParserTest.java'] }).variant; // => 'ABBREVIATED'
 * classifyRisk({ paths: ['README.md'], description: 'Explain the public API' }).triggers; // => ['api']
 * classifyRisk({ paths: ['Makefile'] }).reasons; // => ['Makefile is HIGH: no pattern matches it.']
 * ```
 */
export function classifyRisk(question: RiskQuestion): RiskAssessment {
  const rules = completeRiskRules(question.rules);
  const triggers = findWords(question.description ?? '', rules.escalation_keywords);
  const assess = (level: RiskLevel, method: RiskAssessment['method'], reasons: string[]): RiskAssessment => ({
    level,
    variant: VARIANTS[level],
    method,
    triggers,
    reasons,
  });

  const { level, reasons } = judgePaths(question.paths, rules);
  if (question.forceFullProtocol === true) {
    return assess('HIGH', 'manual_override', [...reasons, 'HIGH by override: the full protocol is asked for.']);
  }
  if (question.override !== undefined && Object.hasOwn(RANKS, question.override)) {
    const said = `${question.override} by override; the patterns alone say ${level}.`;
    return assess(question.override, 'manual_override', [...reasons, said]);
  }
  if (triggers.length === 0 || level === 'HIGH') return assess(level, 'pattern_match', reasons);
  const raised = level === 'LOW' ? 'MEDIUM' : 'HIGH';
  const words =
    triggers
      .slice(0, 4)
      .map((trigger) => `"${trigger}"`)
      .join(', ') + (triggers.length > 4 ? ' ...' : '');
  return assess(raised, 'keyword_trigger', [
    ...reasons,
    `Raised from ${level} to ${raised}: the description has ${words}.`,
  ]);
}

/**
 * What kind of change some paths make: documentation only, plain configuration (with or without documentation), or code. No path at
 * all, a path that no rule names, and what agents take as instructions, is code.
 *
 * @example
 * ```ts
 * import { classifyChange } from '@batonkit/protocol';
 *
 * classifyChange(['README.md', 'docs/use.md']); // => 'documentation_only'
 * classifyChange(['README.md', 'src/main/resources/app.properties']); // => 'config_only'
 * classifyChange(['README.md', 'src/Main.java']); // => 'code'
 * ```
 */
export function classifyChange(paths: readonly string[], rules?: Partial<RiskRules>): ChangeKind {
  const { documentation, configuration } = completeRiskRules(rules);
  const isDocumentation = compileGlobs(documentation);
  const isConfiguration = compileGlobs(configuration);
  const normal = paths.map(normalizePath);
  if (normal.length === 0 || normal.some((path) => path !== null && instructsAgents(path))) return 'code';
  if (normal.every((path) => path !== null && isDocumentation(path))) return 'documentation_only';
  const isPlain = normal.every((path) => path !== null && (isDocumentation(path) || isConfiguration(path)));
  return isPlain ? 'config_only' : 'code';
}

interface LevelPattern {
  readonly level: RiskLevel;
  readonly pattern: string;
  readonly specificity: number;
  readonly matches: (path: string) => boolean;
}

function judgePaths(paths: readonly string[], rules: CompleteRiskRules): { level: RiskLevel; reasons: string[] } {
  if (paths.length === 0)
    return { level: 'HIGH', reasons: ['HIGH: no paths are given, so nothing is known to be harmless.'] };
  const patterns = sortedPatterns(rules);
  let level: RiskLevel = 'LOW';
  const judged = [...new Set(paths)].map((path) => {
    const found = judgePath(path, patterns);
    if (RANKS[found.level] > RANKS[level]) level = found.level;
    return found;
  });
  const reasonsOf = (some: typeof judged): string[] => some.map(({ reason }) => reason);
  if (judged.length <= MAX_PATH_REASONS) return { level, reasons: reasonsOf(judged) };
  const riskiest = judged.toSorted((a, b) => RANKS[b.level] - RANKS[a.level]).slice(0, MAX_PATH_REASONS);
  const rest = `${judged.length - MAX_PATH_REASONS} more paths are not above ${level}.`;
  return { level, reasons: [...reasonsOf(riskiest), rest] };
}

function judgePath(path: string, patterns: readonly LevelPattern[]): { level: RiskLevel; reason: string } {
  const normal = normalizePath(path);
  const shown = path.length > 200 ? `${cutText(path, 200)}…` : path;
  if (normal === null) return { level: 'HIGH', reason: `${shown} is HIGH: it is no path inside the repository.` };
  const decisive = patterns.find(({ matches }) => matches(normal));
  if (decisive === undefined) return { level: 'HIGH', reason: `${shown} is HIGH: no pattern matches it.` };
  if (decisive.level === 'LOW' && instructsAgents(normal))
    return { level: 'HIGH', reason: `${shown} is HIGH: agents take it as instructions.` };
  return { level: decisive.level, reason: `${shown} is ${decisive.level}: it matches ${decisive.pattern}.` };
}

/** All patterns, the one that decides first in front. */
function sortedPatterns({ levels }: CompleteRiskRules): readonly LevelPattern[] {
  const all = (['HIGH', 'MEDIUM', 'LOW'] as const).flatMap((level) =>
    levels[level].map((pattern) => ({
      level,
      pattern,
      specificity: globSpecificity(pattern),
      matches: compileGlobs([pattern]),
    })),
  );
  return all.sort((a, b) => b.specificity - a.specificity || RANKS[b.level] - RANKS[a.level]);
}

/**
 * How exactly a pattern names what it matches: the characters it spells out, slashes and wildcards aside. Of two patterns that match
 * one path the one that spells out more of it is the more specific.
 */
function globSpecificity(pattern: string): number {
  return pattern.replaceAll(/\{[^}]*\}|\[[^\]]*\]|[*?/!]/g, '').length;
}

/** Folders from which coding agents take rules, commands and settings. */
const FOLDER =
  /(?:^|\/)\.(?:agents?|aider|amazonq|augment|claude|clinerules|codex|continue|cursor|gemini|goose|junie|kiro|opencode|qwen|roo|trae|windsurf|github\/(?:agents|chatmodes|instructions|prompts))\//i;

/** Files that they read wherever they lie. */
const FILE =
  /(?:^|\/)(?:(?:agents?|claude|codex|copilot-instructions|gemini|qwen|skill|warp)(?:[._-](?:local|override))?\.(?:md|mdx|mdc|markdown|txt)|[^/]*\.(?:agent|chatmode|instructions|prompt)\.md|[^/]*\.mdc|\.(?:aider[^/]*|clinerules[^/]*|cursorrules|goosehints|roorules[^/]*|windsurfrules)|\.?mcp\.json|opencode\.jsonc?)$/i;

/** Whether coding agents take a file as instructions, whatever the case of its name: file systems may not tell cases apart. */
function instructsAgents(path: string): boolean {
  return FOLDER.test(path) || FILE.test(path);
}
