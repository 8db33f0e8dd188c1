/**
 * UTF-8 bytes of a string; lone surrogates become U+FFFD, as in TextEncoder.
 *
 * Works where the runtime has no TextEncoder (a bare V8 context), so that core needs nothing but the language.
 *
 * @example
 * ```ts
 * import { encodeUtf8 } from '@batonkit/core/text';
 *
 * Array.from(encodeUtf8('é')); // => [195, 169]
 * ```
 */
export function encodeUtf8(text: string): Uint8Array {
  return typeof TextEncoder === 'function' ? new TextEncoder().encode(text) : encodeByHand(text);
}

/** What {@link encodeUtf8} falls back to; exported for the test that compares the two. */
export function encodeByHand(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const scalar = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (scalar < 0x80) bytes.push(scalar);
    else if (scalar < 0x800) bytes.push(0xc0 | (scalar >> 6), 0x80 | (scalar & 63));
    else if (scalar < 0x10000) bytes.push(0xe0 | (scalar >> 12), 0x80 | ((scalar >> 6) & 63), 0x80 | (scalar & 63));
    else {
      bytes.push(
        0xf0 | (scalar >> 18),
        0x80 | ((scalar >> 12) & 63),
        0x80 | ((scalar >> 6) & 63),
        0x80 | (scalar & 63),
      );
    }
  }
  return Uint8Array.from(bytes);
}
