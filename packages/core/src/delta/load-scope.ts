import { scopeHash } from '../text/scope-hash.ts';
import type { Scope } from './match-scope.ts';

const EVERYTHING: Scope = { includes: () => true, hashOf: (existing) => scopeHash(existing) };

/** The scope that patterns mean. The matcher of globs is loaded with the first pattern: many tasks have none. */
export async function loadScope(patterns: readonly string[]): Promise<Scope> {
  if (patterns.length === 0) return EVERYTHING;
  const { matchScope } = await import('./match-scope.ts');
  return matchScope(patterns);
}
