import { compareCodePoints } from './compare-code-points.ts';
import { sha256Hex } from './sha256-hex.ts';

/**
 * A short mark of which files are there: the first 16 hex digits of the SHA-256 of the sorted paths, each followed by
 * LF. Contents do not enter it, and neither does the order of the argument.
 *
 * Paths are sorted by code points, which is also the order of their UTF-8 bytes, of git and of Python. An empty list
 * counts as one empty path, as in the function this one comes from.
 *
 * @example
 * ```ts
 * import { scopeHash } from '@batonkit/core/text';
 *
 * scopeHash(['src/b.ts', 'src/a.ts']) === scopeHash(['src/a.ts', 'src/b.ts']); // => true
 * scopeHash([]); // => '01ba4719c80b6fe9'
 * ```
 */
export function scopeHash(existingPaths: readonly string[]): string {
  const sorted = [...existingPaths].sort(compareCodePoints);
  return sha256Hex(`${sorted.join('\n')}\n`).slice(0, 16);
}
