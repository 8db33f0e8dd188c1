import type { ContentFile } from '@batonkit/core';

/**
 * The paths for which what was said about `covered` no longer holds: a covered file that changed, or a changed file that is not covered.
 * Files in `unrelated` are left out of the latter: uncommitted edits elsewhere, which no merge takes along.
 *
 * @example
 * ```ts
 * import { findUncovered } from '@batonkit/protocol';
 *
 * const approved = [{ path: 'a.ts', mode: '100644', sha256: '1', base: null }];
 * findUncovered(approved, [...approved, { path: 'notes.md', mode: '100644', sha256: '2', base: null }], new Set(['notes.md'])); // => []
 * findUncovered(approved, [{ path: 'a.ts', mode: '100755', sha256: '1', base: null }], new Set()); // => ['a.ts']
 * ```
 */
export function findUncovered(
  covered: readonly ContentFile[],
  current: readonly ContentFile[],
  unrelated: ReadonlySet<string>,
): readonly string[] {
  const now = new Map(current.map((file) => [file.path, file]));
  const then = new Set(covered.map(({ path }) => path));
  const changed = covered.filter(({ path, mode, sha256, base }) => {
    const file = now.get(path);
    return file === undefined || file.mode !== mode || file.sha256 !== sha256 || file.base !== base;
  });
  const added = current.filter(({ path }) => !then.has(path) && !unrelated.has(path));
  return [...changed, ...added].map(({ path }) => path);
}
