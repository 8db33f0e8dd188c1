/** Letters and digits, ASCII only. */
export function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

const BACKSLASH = 92;
const PERCENT = 37;
const LOWER_U = 117;
const LOWER_X = 120;
const ESCAPE_LETTERS = 'nrtbfv0';

/**
 * Whether a token may start at `at`: nothing alphanumeric stands before it, or what stands there is the end of an
 * escape (a backslash with `n`, a backslash with `u0022`, `%3D`), as in JSON inside JSON and in query strings.
 */
export function startsToken(text: string, at: number): boolean {
  if (at <= 0) return at === 0;
  const before = text.charCodeAt(at - 1);
  if (!isAlphanumeric(before)) return true;
  if (text.charCodeAt(at - 2) === BACKSLASH) return ESCAPE_LETTERS.includes(text.charAt(at - 1));
  if (!isHexDigit(before) || !isHexDigit(text.charCodeAt(at - 2))) return false;
  if (text.charCodeAt(at - 3) === PERCENT) return true;
  if (text.charCodeAt(at - 3) === LOWER_X && text.charCodeAt(at - 4) === BACKSLASH) return true;
  return text.charCodeAt(at - 5) === LOWER_U && text.charCodeAt(at - 6) === BACKSLASH;
}

/** A table that has 1 at the codes of `chars`, ASCII only. */
export function codesOf(chars: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (const char of chars) codes[char.charCodeAt(0)] = 1;
  return codes;
}
