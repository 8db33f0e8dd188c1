import { compileGlob } from './compile-glob.ts';

const MAX_PATH_LENGTH = 4096;

/** A path with `/` between its parts, `.` and `..` resolved; null when it is empty, absolute, too long or leads out of the root. */
export function normalizePath(path: string): string | null {
  if (path.length > MAX_PATH_LENGTH) return null;
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('/') || slashed.startsWith('~') || /^[A-Za-z]:/.test(slashed) || slashed.includes('\0'))
    return null;
  const parts: string[] = [];
  for (const part of slashed.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : parts.join('/');
}

/** A predicate for normalized paths. A pattern without a slash is held against the last part of a path. */
export function matchGlob(pattern: string): (path: string) => boolean {
  const glob = compileGlob(pattern);
  if (pattern.includes('/')) return (path) => glob.test(path);
  return (path) => glob.test(path.slice(path.lastIndexOf('/') + 1));
}

/** True for a normalized path that some pattern covers. */
export function matchAnyGlob(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map(matchGlob);
  return (path) => matchers.some((matches) => matches(path));
}

/**
 * How exactly a pattern names what it matches: the characters it spells out, slashes and wildcards aside. Of two patterns that match
 * one path the one that spells out more of it is the more specific.
 */
export function globSpecificity(pattern: string): number {
  return pattern.replaceAll(/\{[^}]*\}|\[[^\]]*\]|[*?/!]/g, '').length;
}
