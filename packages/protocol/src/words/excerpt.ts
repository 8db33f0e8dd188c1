/** The first characters of a text; one that a cut would halve, as an emoji, is left out. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** As much of a text as takes `bytes` bytes in a stored record; what is cut ends in an ellipsis. The audit has the whole text. */
export function excerpt(text: string, bytes: number): string {
  // A UTF-16 unit takes at most six bytes, as an escape.
  if (text.length * 6 <= bytes) return text;
  let used = 0;
  let kept = 0;
  for (const character of text) {
    used += sizeOf(character);
    if (used <= bytes - ELLIPSIS_BYTES) kept += character.length;
    else if (used > bytes) return `${text.slice(0, kept)}…`;
  }
  return text;
}

const ELLIPSIS_BYTES = 3;

function sizeOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return 6;
  if (code < 0x80) return code === 0x22 || code === 0x5c ? 2 : 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
