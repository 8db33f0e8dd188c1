/**
 * A text on one line, white space as single spaces.
 *
 * @example
 * ```ts
 * import { oneLine } from '@batonkit/core/text';
 *
 * oneLine(' two\n  lines\t'); // => 'two lines'
 * ```
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\0]+/g, ' ').trim();
}
