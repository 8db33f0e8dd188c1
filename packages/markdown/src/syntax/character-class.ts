/** Code units the parsers compare against; named because `0x5b` says nothing to a reader. */
export const Code = {
  tab: 9,
  lineFeed: 10,
  space: 32,
  bang: 33,
  quote: 34,
  hash: 35,
  ampersand: 38,
  apostrophe: 39,
  openParen: 40,
  closeParen: 41,
  star: 42,
  plus: 43,
  hyphen: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  underscore: 95,
  backtick: 96,
  tilde: 126,
} as const;

/** Space or tab, the only white space that counts in block structure. */
export function isBlank(code: number): boolean {
  return code === Code.space || code === Code.tab;
}

/** Space, tab or line feed: white space inside inline content, whose line endings are normalized to LF. */
export function isInlineSpace(code: number): boolean {
  return code === Code.space || code === Code.tab || code === Code.lineFeed;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** ASCII punctuation, which a backslash can escape. */
export function isEscapable(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  );
}

/** The position after a run of one code unit. */
export function skipRun(text: string, position: number, end: number, code: number): number {
  while (position < end && text.charCodeAt(position) === code) position += 1;
  return position;
}

export function skipBlanks(text: string, position: number, end: number): number {
  while (position < end && isBlank(text.charCodeAt(position))) position += 1;
  return position;
}

/** The end of the text once spaces and tabs at its end are taken off; never before `start`. */
export function trimBlanksEnd(text: string, start: number, end: number): number {
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return end;
}
