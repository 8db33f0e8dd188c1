import type { Surroundings, TreePath } from '../ports/git-worktree.ts';
import type { Warning } from '../result/warning.ts';
import type { DriftCheck } from './drift-report.ts';

/** Folders of tools that write an ignore file of their own into them, so that nobody commits them. */
export const TOOL_CACHES: readonly string[] = [
  ...['.pytest_cache', '.mypy_cache', '.ruff_cache', '.hypothesis', '.tox', '.nox', '.venv', 'venv', 'htmlcov'],
  ...[
    'node_modules',
    '.turbo',
    '.next',
    '.nuxt',
    '.nx',
    '.cache',
    '.parcel-cache',
    '.svelte-kit',
    '.wrangler',
    'coverage',
  ],
  ...['.gradle', '.terraform', '.dart_tool', '.ipynb_checkpoints', '.direnv', 'target', '__pycache__', '.batonkit'],
];

/** What `findSurroundingsDrift` goes by. */
export interface SurroundingsPolicy {
  /** Whether a path is in the task's scope. Elsewhere, hidden rules are no drift. */
  readonly includes?: (path: string) => boolean;
  /** False in another working tree than the one that was handed off: what belongs to a person or a host may differ there. */
  readonly isSameTree?: boolean;
  /** Names of folders that tools hide. */
  readonly toolCaches?: readonly string[];
}

/** Compares what decided at two moments which changes could be seen. Pure. Nothing is said of engines that can't tell. */
export function findSurroundingsDrift(
  before: Surroundings | undefined,
  now: Surroundings | undefined,
  { includes = () => true, isSameTree = true, toolCaches = TOOL_CACHES }: SurroundingsPolicy = {},
): readonly DriftCheck[] {
  if (before === undefined || now === undefined) return [];
  const names = [...new Set([...Object.keys(before.facts), ...Object.keys(now.facts)])].sort();
  const facts = names
    .filter((name) => isSameTree || !/(?:^|: )personal /.test(name))
    .filter((name) => before.facts[name] !== now.facts[name])
    .map((name) =>
      check(
        null,
        `${name}: ${before.facts[name] ?? 'as by default'}`,
        `${name}: ${now.facts[name] ?? 'as by default'}`,
      ),
    );
  const rules = newHiddenRules(before, now, toolCaches)
    .filter(includes)
    .map((path) =>
      check(
        path,
        before.hiddenRules[path] === undefined ? 'no such file' : 'other rules',
        'rules that are ignored themselves: what they hide is not seen',
      ),
    );
  return [...facts, ...rules];
}

/** Outside the scope, where hidden rules are no drift, they are told all the same. */
export function warnOfHidden(
  before: Surroundings | undefined,
  now: Surroundings | undefined,
  { includes = () => true, toolCaches = TOOL_CACHES }: SurroundingsPolicy,
): readonly Warning<'HiddenFiles'>[] {
  if (before === undefined || now === undefined) return [];
  return newHiddenRules(before, now, toolCaches)
    .filter((path) => !includes(path))
    .map((path) => ({
      code: 'HiddenFiles',
      message: `${path} ignores itself and came or changed after the hand-off: what it hides is not seen.`,
      where: path,
    }));
}

/** Rules that are ignored themselves and came or changed, without those that tools write. */
function newHiddenRules(before: Surroundings, now: Surroundings, toolCaches: readonly string[]): readonly TreePath[] {
  const caches = new Set(toolCaches);
  return Object.keys(now.hiddenRules)
    .filter((path) => before.hiddenRules[path] !== now.hiddenRules[path])
    .filter(
      (path) =>
        !path
          .split('/')
          .slice(0, -1)
          .some((folder) => caches.has(folder)),
    );
}

function check(path: string | null, expected: string, found: string): DriftCheck {
  return { check: 'surroundings', path, expected, found };
}
