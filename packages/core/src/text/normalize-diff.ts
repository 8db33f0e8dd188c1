/**
 * Diff text as it is hashed: CRLF and CR become LF, and a text that is not empty ends with LF.
 *
 * @example
 * ```ts
 * import { normalizeDiff } from '@batonkit/core/text';
 *
 * normalizeDiff('+a\r\n-b'); // => '+a\n-b\n'
 * ```
 */
export function normalizeDiff(diff: string): string {
  const lines = diff.replace(/\r\n?/g, '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}
