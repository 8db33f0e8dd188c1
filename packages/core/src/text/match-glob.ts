import { matchSteps, parseGlob } from './glob-steps.ts';

/** Nobody writes a longer glob. A longer one matches only the path that it spells. */
const MAX_GLOB_LENGTH = 4096;

/**
 * Matches a path against a glob or a list of globs. Scopes, risk rules and the guard all use this dialect. Its time is at worst
 * proportional to the length of the pattern times the length of the path.
 *
 * - `*` and `?` stay within one part of the path, `**` as a whole part crosses folders, and names that begin with a dot match too.
 * - `[a-z]`, `[!a]` and `[^a]` are sets, `{a,b}` is a choice, and `\` takes the special meaning from the next character.
 * - A pattern without wildcards, or with a final slash, also matches everything below it. `.` and `/` match every path,
 *   an empty pattern none.
 * - A pattern without a slash matches the last part of a path, at any depth. Write `./name` for the one at the root.
 * - In a list, `!` in front excludes, and the last pattern that matches decides. Exclusions alone match nothing.
 * - A pattern always matches the path that it spells, so `src/[id].ts` matches `src/[id].ts` too.
 *
 * @example
 * ```ts
 * import { matchGlob } from '@batonkit/core';
 *
 * matchGlob('src/**\/*.ts', 'src/login/form.ts'); // => true
 * matchGlob('*.md', 'docs/README.md'); // => true
 * matchGlob(['src', '!src/generated/'], 'src/generated/api.ts'); // => false
 * matchGlob('!src/**', 'README.md'); // => false
 * ```
 */
export function matchGlob(pattern: string | readonly string[], path: string): boolean {
  return compileGlobs(typeof pattern === 'string' ? [pattern] : pattern)(path);
}

/**
 * {@link matchGlob} for many paths: reads the patterns once.
 *
 * @example
 * ```ts
 * import { compileGlobs } from '@batonkit/core/text';
 *
 * ['src/a.ts', 'docs/a.md'].filter(compileGlobs(['src'])); // => ['src/a.ts']
 * ```
 */
export function compileGlobs(patterns: readonly string[]): (path: string) => boolean {
  const entries = patterns.map((pattern) => {
    const isExclusion = pattern.startsWith('!');
    return { isExclusion, matches: compileGlob(isExclusion ? pattern.slice(1) : pattern) };
  });
  if (entries.every(({ isExclusion }) => isExclusion)) return () => false;
  return (path) => {
    const plain = path.replace(/^(?:\.\/)+/, '');
    const decisive = entries.findLast(({ matches }) => matches(plain));
    return decisive !== undefined && !decisive.isExclusion;
  };
}

function compileGlob(pattern: string): (path: string) => boolean {
  if (pattern === '') return () => false;
  const anchored = pattern.replace(/^(?:\.?\/)+/, '');
  const plain = withoutFinalSlashes(anchored);
  if (plain === '' || plain === '.') return () => true;
  const spells = (path: string): boolean => path === plain || path.startsWith(`${plain}/`);
  if (plain.length > MAX_GLOB_LENGTH) return spells;
  const steps = parseGlob(plain, { coversBelow: plain !== anchored });
  if (pattern.includes('/')) return (path) => spells(path) || matchSteps(steps, path);
  return (path) => spells(path) || matchSteps(steps, path.slice(path.lastIndexOf('/') + 1));
}

function withoutFinalSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
