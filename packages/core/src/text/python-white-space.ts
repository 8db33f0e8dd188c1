/**
 * The body of a regular expression class with what Python 3 calls white space in `str.strip` and in `\s`.
 *
 * It is not JavaScript's `\s`: Python adds the separators U+001C to U+001F and U+0085, and leaves out U+FEFF.
 */
export const PYTHON_SPACES =
  '\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** True when the UTF-16 code unit is white space for Python (none lies beyond the first plane). */
export function isPythonSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  return (
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x1680 ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

/** Index of the first code unit that is not white space; the length of the text when there is none. */
export function skipPythonSpaces(text: string, from = 0): number {
  let index = from;
  while (index < text.length && isPythonSpace(text.charCodeAt(index))) index += 1;
  return index;
}

/** The text without white space at its end, as Python's `str.rstrip()`. */
export function trimEndPython(text: string): string {
  let end = text.length;
  while (end > 0 && isPythonSpace(text.charCodeAt(end - 1))) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}
