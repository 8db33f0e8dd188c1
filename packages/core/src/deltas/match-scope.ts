import type { ImmutableSection } from '../record/envelope.ts';
import { compileGlobs } from '../text/match-glob.ts';
import { scopeHash } from '../text/scope-hash.ts';

/** What a task's scope means for the files that exist now. */
export interface Scope {
  /** True for a path that the patterns cover and that is not out of scope by name; without patterns everything is covered. */
  includes(path: string): boolean;
  /** The hash over the in-scope files among those that exist. */
  hashOf(existing: readonly string[]): string;
  /** False without patterns: the whole repository is in scope then, and its files are not listed for the hash. */
  readonly hasPatterns: boolean;
}

/**
 * Reads a task's scope: `scope_patterns`, and the entries of `scope_out`, which exclude whatever the patterns say. Entries that are
 * prose match nothing, which is what they should do here.
 */
export function matchScope({
  scope_patterns,
  task_snapshot,
}: Pick<ImmutableSection, 'scope_patterns'> & {
  readonly task_snapshot: Pick<ImmutableSection['task_snapshot'], 'scope_out'>;
}): Scope {
  const excluded = task_snapshot.scope_out.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const isCovered = compileGlobs(scope_patterns);
  const isExcluded = compileGlobs(excluded);
  const includes = (path: string): boolean => (scope_patterns.length === 0 || isCovered(path)) && !isExcluded(path);
  return {
    includes,
    hashOf: (existing) => scopeHash(existing.filter(includes)),
    hasPatterns: scope_patterns.length > 0,
  };
}
