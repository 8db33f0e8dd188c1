import picomatch from 'picomatch';
import { scopeHash } from '../text/scope-hash.ts';

/** What a task's scope means for the files that exist now. */
export interface Scope {
  /** True for a path that some pattern covers; without patterns everything is in scope. */
  includes(path: string): boolean;
  /** The hash over the in-scope files among those that exist. */
  hashOf(existing: readonly string[]): string;
}

/** No glob that somebody wrote is longer, and the matcher throws at some length. */
const MAX_GLOB_LENGTH = 4096;

/**
 * Reads scope patterns: a glob, or a file or directory as written (a directory covers all below it, so `.` and `/` cover everything).
 * Entries that are prose match nothing, which is what they should do here.
 */
export function matchScope(patterns: readonly string[]): Scope {
  const matchers = patterns.map((pattern) => {
    const plain = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
    if (plain === '' || plain === '.') return () => true;
    if (plain.length > MAX_GLOB_LENGTH) return (path: string) => path === plain;
    const glob = picomatch(plain, { dot: true, noextglob: true, windows: false });
    return (path: string): boolean => path === plain || path.startsWith(`${plain}/`) || glob(path);
  });
  const includes = (path: string): boolean => matchers.length === 0 || matchers.some((matches) => matches(path));
  return { includes, hashOf: (existing) => scopeHash(existing.filter(includes)) };
}
