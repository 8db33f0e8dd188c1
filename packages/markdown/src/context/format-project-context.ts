import { oneLine } from './one-line.ts';
import { estimateTokens, type TokenCounter } from './estimate-tokens.ts';

/** How far a feature is that another one depends on. */
export type DependencyStatus = 'completed' | 'in-progress' | 'blocked';

/** What is known about the project a feature belongs to. */
export interface ProjectContext {
  /** The project's name; null or empty when the feature belongs to none. */
  readonly project: string | null | undefined;
  readonly feature: string;
  readonly goals: readonly string[];
  readonly dependencies: readonly { readonly name: string; readonly status: DependencyStatus }[];
  /** The milestone that holds the feature; null when it is not on the roadmap. */
  readonly milestone: string | null | undefined;
  /** 500 when left out. */
  readonly maxTokens?: number | undefined;
  /** Defaults to `estimateTokens`. */
  readonly countTokens?: TokenCounter | undefined;
}

const MAX_TOKENS = 500;
const GROUPS = ['completed', 'in-progress', 'blocked'] as const;

/**
 * The "Project Context" block for an agent's prompt: goals, dependencies by how far they are, and the milestone. It never takes more than
 * `maxTokens`: over it, dependencies become counts, then goals are trimmed, then names; each cut shows as `…`. The empty string without a
 * project, so that it can be put into a prompt as it is.
 *
 * @example
 * ```ts
 * import { formatProjectContext } from '@batonkit/markdown';
 *
 * const block = formatProjectContext({
 *   project: 'Apollo',
 *   feature: 'Login',
 *   goals: ['Fewer passwords'],
 *   dependencies: [{ name: 'users', status: 'completed' }, { name: 'mail', status: 'blocked' }],
 *   milestone: null,
 * });
 * block; // => '## Project Context\n**Project:** Apollo | **This feature:** Login\n**Project goals:**\n- Fewer passwords\n**Feature dependencies:** completed: users | blocked: mail\n**Priority signal:** not on roadmap'
 * ```
 */
export function formatProjectContext(context: ProjectContext): string {
  const { maxTokens = MAX_TOKENS, countTokens = estimateTokens } = context;
  const project = oneLine(context.project ?? '');
  if (project === '') return '';
  const names = {
    project,
    feature: oneLine(context.feature),
    milestone: oneLine(context.milestone ?? '') || 'not on roadmap',
  };
  const goals = context.goals.map(oneLine).filter((goal) => goal !== '');
  const fits = (text: string): boolean => countTokens(text) <= maxTokens;

  const full = layOut(names, goals, listDependencies(context.dependencies));
  if (fits(full)) return full;
  const counts = countDependencies(context.dependencies);
  const withGoals = (length: number): string => layOut(names, trimGoals(goals, length), counts);
  const goalsLength = longest(goals.join('').length, (length) => fits(withGoals(length)));
  if (goalsLength !== null) return withGoals(goalsLength);
  const withNames = (length: number): string =>
    layOut(
      {
        project: clip(names.project, length),
        feature: clip(names.feature, length),
        milestone: clip(names.milestone, length),
      },
      [],
      counts,
    );
  const namesLength = longest(Math.max(...Object.values(names).map((name) => name.length)), (length) =>
    fits(withNames(length)),
  );
  if (namesLength !== null) return withNames(namesLength);
  const bare = withNames(0);
  const length = longest(bare.length, (size) => fits(clip(bare, size)));
  return length === null ? '' : clip(bare, length);
}

function layOut(
  { project, feature, milestone }: { readonly project: string; readonly feature: string; readonly milestone: string },
  goals: readonly string[],
  dependencies: string,
): string {
  return [
    '## Project Context',
    `**Project:** ${project} | **This feature:** ${feature}`,
    goals.length === 0 ? '**Project goals:** none given' : '**Project goals:**',
    ...goals.map((goal) => `- ${goal}`),
    `**Feature dependencies:** ${dependencies}`,
    `**Priority signal:** ${milestone}`,
  ].join('\n');
}

function listDependencies(dependencies: ProjectContext['dependencies']): string {
  const groups = GROUPS.flatMap((group) => {
    const names = dependencies.filter(({ status }) => status === group).map(({ name }) => oneLine(name));
    return names.length === 0 ? [] : [`${group}: ${names.join(', ')}`];
  });
  return groups.length === 0 ? 'none' : groups.join(' | ');
}

function countDependencies(dependencies: ProjectContext['dependencies']): string {
  const groups = GROUPS.flatMap((group) => {
    const count = dependencies.filter(({ status }) => status === group).length;
    return count === 0 ? [] : [`${count} ${group}`];
  });
  return groups.length === 0 ? 'none' : groups.join(', ');
}

/** The goals in order, together at most so long; the one that does not fit is cut, those after it are left out. */
function trimGoals(goals: readonly string[], length: number): readonly string[] {
  const kept: string[] = [];
  let left = length;
  for (const goal of goals) {
    if (left <= 0) break;
    kept.push(clip(goal, left));
    left -= goal.length;
  }
  return kept;
}

/** The greatest number from 0 to a limit for which something holds; null when it does not even for 0. */
function longest(limit: number, holds: (length: number) => boolean): number | null {
  let low = -1;
  let high = limit;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low === -1 ? null : low;
}

/** Never cuts a character in two. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, Math.max(0, length))
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
