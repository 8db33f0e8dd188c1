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

function compareCodePoints(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let index = 0; index < end; index += 1) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Moves surrogates above the rest of the first plane, where the code points they encode belong. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
