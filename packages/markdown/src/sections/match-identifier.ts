const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** How well a heading's text holds an identifier. */
export type IdentifierMatch = 'token' | 'substring' | 'none';

/**
 * `token` when the identifier stands in the text as a whole token, `substring` when it only occurs in it.
 *
 * Letters, digits and `_` continue a token; so do `.` and `-` with one of these behind them. Hence `1.1` is no token of
 * `11.10`, `1.10`, `1.1.2` or `1.1-beta`, but it is one of `Step 1.1: Title`, `(1.1)` and `See 1.1.`
 *
 * @example
 * ```ts
 * import { matchIdentifier } from '@batonkit/markdown/scan';
 *
 * matchIdentifier('Step 1.1: Title', '1.1'); // => 'token'
 * matchIdentifier('Step 11.10', '1.1'); // => 'substring'
 * ```
 */
export function matchIdentifier(text: string, identifier: string): IdentifierMatch {
  let found = text.indexOf(identifier);
  if (identifier === '' || found === -1) return 'none';
  for (; found !== -1; found = text.indexOf(identifier, found + 1)) {
    if (isTokenAt(text, found, found + identifier.length)) return 'token';
  }
  return 'substring';
}

function isTokenAt(text: string, start: number, end: number): boolean {
  const continuesBefore = continuesToken(characterAfter(text, start), characterBefore(text, start), () =>
    characterBefore(text, start - 1),
  );
  if (continuesBefore) return false;
  return !continuesToken(characterBefore(text, end), characterAfter(text, end), () => characterAfter(text, end + 1));
}

/** True when the characters outside an edge of the identifier belong to the same token as the one inside. */
function continuesToken(inside: string, outside: string, beyond: () => string): boolean {
  if (!isWord(inside) && !isJoiner(inside)) return false;
  return isWord(outside) || (isJoiner(outside) && isWord(beyond()));
}

function isWord(character: string): boolean {
  return WORD.test(character);
}

function isJoiner(character: string): boolean {
  return character === '.' || character === '-';
}

function characterBefore(text: string, position: number): string {
  const unit = text.charCodeAt(position - 1);
  const isPair = unit >= 0xdc00 && unit <= 0xdfff;
  return isPair ? text.slice(Math.max(0, position - 2), position) : text.charAt(position - 1);
}

function characterAfter(text: string, position: number): string {
  const point = text.codePointAt(position);
  return point === undefined ? '' : String.fromCodePoint(point);
}
