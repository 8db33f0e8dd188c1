import { Code, isDigit, isInlineSpace, isLetter } from './character-class.ts';

/**
 * The position after a complete HTML open or closing tag that starts at `start` (where the `<` is). When there is no
 * such tag, the answer is negative: the bitwise complement of where reading stopped. Reads no further than `end`.
 */
export function scanHtmlTag(text: string, start: number, end: number): number {
  const closing = text.charCodeAt(start + 1) === Code.slash;
  let position = scanTagName(text, start + (closing ? 2 : 1), end);
  if (position < 0) return position;
  if (closing) {
    position = skipSpace(text, position, end);
    return position < end && text.charCodeAt(position) === Code.greater ? position + 1 : ~position;
  }
  for (;;) {
    const afterSpace = skipSpace(text, position, end);
    if (afterSpace >= end) return ~afterSpace;
    const code = text.charCodeAt(afterSpace);
    if (code === Code.greater) return afterSpace + 1;
    if (code === Code.slash) {
      const isClosed = afterSpace + 1 < end && text.charCodeAt(afterSpace + 1) === Code.greater;
      return isClosed ? afterSpace + 2 : ~afterSpace;
    }
    if (afterSpace === position) return ~afterSpace;
    position = scanAttribute(text, afterSpace, end);
    if (position < 0) return position;
  }
}

function scanTagName(text: string, start: number, end: number): number {
  if (start >= end || !isLetter(text.charCodeAt(start))) return ~start;
  let position = start + 1;
  while (position < end && isTagNameCode(text.charCodeAt(position))) position += 1;
  return position;
}

function isTagNameCode(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === Code.hyphen;
}

function scanAttribute(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  if (!isLetter(first) && first !== Code.underscore && first !== Code.colon) return ~start;
  let position = start + 1;
  while (position < end && isAttributeNameCode(text.charCodeAt(position))) position += 1;
  const equals = skipSpace(text, position, end);
  if (equals >= end || text.charCodeAt(equals) !== Code.equals) return position;
  return scanAttributeValue(text, skipSpace(text, equals + 1, end), end);
}

function isAttributeNameCode(code: number): boolean {
  return isTagNameCode(code) || code === Code.underscore || code === Code.colon || code === Code.dot;
}

function scanAttributeValue(text: string, start: number, end: number): number {
  if (start >= end) return ~start;
  const first = text.charCodeAt(start);
  let position = start;
  if (first === Code.quote || first === Code.apostrophe) {
    position += 1;
    while (position < end && text.charCodeAt(position) !== first) position += 1;
    return position < end ? position + 1 : ~position;
  }
  while (position < end && isUnquotedValueCode(text.charCodeAt(position))) position += 1;
  return position > start ? position : ~position;
}

function isUnquotedValueCode(code: number): boolean {
  return (
    !isInlineSpace(code) &&
    code !== Code.quote &&
    code !== Code.apostrophe &&
    code !== Code.equals &&
    code !== Code.less &&
    code !== Code.greater &&
    code !== Code.backtick
  );
}

function skipSpace(text: string, position: number, end: number): number {
  while (position < end && isInlineSpace(text.charCodeAt(position))) position += 1;
  return position;
}
