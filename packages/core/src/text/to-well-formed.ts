/**
 * The text with U+FFFD for every lone surrogate, so that UTF-8 can hold it.
 *
 * @example
 * ```ts
 * import { toWellFormed } from '@batonkit/core/text';
 *
 * toWellFormed('a\uD800'); // => 'a\uFFFD'
 * ```
 */
export function toWellFormed(text: string): string {
  return text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}
