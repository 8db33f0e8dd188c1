/** Counts the tokens of a text; pass the counter of your model where the estimate is not good enough. */
export type TokenCounter = (text: string) => number;

/**
 * An estimate of how many model tokens a text takes: a quarter of its UTF-8 bytes, rounded up. It needs no vocabulary
 * and errs on the high side for prose in any script.
 *
 * @example
 * ```ts
 * import { estimateTokens } from '@batonkit/markdown';
 *
 * estimateTokens('four words of text'); // => 5
 * estimateTokens(''); // => 0
 * ```
 */
export function estimateTokens(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    // A surrogate pair is two code units and four bytes, so each half adds one like any two-byte character.
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    bytes += code < 0x800 || isSurrogate ? 1 : 2;
  }
  return Math.ceil(bytes / 4);
}
