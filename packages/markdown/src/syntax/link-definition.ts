import { Code, isEscapable, isInlineSpace } from './character-class.ts';

/** CommonMark asks for at least three levels; the limit keeps `[a](b[a](b…` linear. */
const MAX_PARENTHESES = 32;
const MAX_LABEL = 999;

/** The link reference definitions at the start of a paragraph. */
export interface LeadingDefinitions {
  /** As written; compare them by {@link normalizeLabel}. */
  readonly labels: readonly string[];
  /** Where the paragraph's own text begins; always the start of a line, or the end of the content. */
  readonly end: number;
}

/** Reads link reference definitions off the front of a paragraph whose lines are joined by LF. */
export function scanLeadingDefinitions(content: string): LeadingDefinitions {
  const labels: string[] = [];
  let end = 0;
  while (content.charCodeAt(end) === Code.openBracket) {
    const definition = scanDefinition(content, end);
    if (definition === null) break;
    labels.push(definition.label);
    end = definition.end;
  }
  return { labels, end };
}

/** The form in which two labels are the same label. */
export function normalizeLabel(label: string): string {
  return label
    .trim()
    .replace(/[ \t\r\n]+/g, ' ')
    .toLowerCase()
    .toUpperCase();
}

/** The position after `[label]`, or -1; a label holds no unescaped bracket. */
export function scanLabel(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_LABEL + 2);
  for (let position = start + 1; position < limit; position += 1) {
    const code = text.charCodeAt(position);
    if (code === Code.backslash) position += 1;
    else if (code === Code.openBracket) return -1;
    else if (code === Code.closeBracket) return position + 1;
  }
  return -1;
}

/** The position after a link destination, or -1. An empty one is legal only where the caller says so. */
export function scanDestination(text: string, start: number): number {
  if (text.charCodeAt(start) === Code.less) return scanAngledDestination(text, start);
  let depth = 0;
  let position = start;
  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code <= Code.space || code === 127) break;
    if (code === Code.backslash && isEscapable(text.charCodeAt(position + 1))) position += 1;
    else if (code === Code.openParen) {
      depth += 1;
      if (depth > MAX_PARENTHESES) return -1;
    } else if (code === Code.closeParen) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return depth === 0 ? position : -1;
}

function scanAngledDestination(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === Code.greater) return position + 1;
    if (code === Code.less || code === Code.lineFeed) return -1;
    if (code === Code.backslash && isEscapable(text.charCodeAt(position + 1))) position += 1;
  }
  return -1;
}

/** The position after a link title, or -1. */
export function scanTitle(text: string, start: number): number {
  const open = text.charCodeAt(start);
  if (open !== Code.quote && open !== Code.apostrophe && open !== Code.openParen) return -1;
  const close = open === Code.openParen ? Code.closeParen : open;
  for (let position = start + 1; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === close) return position + 1;
    if (code === Code.openParen && open === Code.openParen) return -1;
    if (code === Code.backslash && isEscapable(text.charCodeAt(position + 1))) position += 1;
  }
  return -1;
}

export function skipInlineSpace(text: string, position: number): number {
  while (isInlineSpace(text.charCodeAt(position))) position += 1;
  return position;
}

function scanDefinition(content: string, start: number): { label: string; end: number } | null {
  const labelEnd = scanLabel(content, start);
  if (labelEnd === -1 || content.charCodeAt(labelEnd) !== Code.colon) return null;
  const label = content.slice(start + 1, labelEnd - 1);
  if (label.trim() === '') return null;
  const destination = skipInlineSpace(content, labelEnd + 1);
  const destinationEnd = scanDestination(content, destination);
  if (destinationEnd <= destination) return null;
  const end = endWithTitle(content, destinationEnd) ?? endOfLine(content, destinationEnd);
  return end === null ? null : { label, end };
}

function endWithTitle(content: string, destinationEnd: number): number | null {
  const title = skipInlineSpace(content, destinationEnd);
  if (title === destinationEnd) return null;
  const titleEnd = scanTitle(content, title);
  return titleEnd === -1 ? null : endOfLine(content, titleEnd);
}

/** The start of the next line when only spaces and tabs are left of this one. */
function endOfLine(content: string, position: number): number | null {
  while (content.charCodeAt(position) === Code.space || content.charCodeAt(position) === Code.tab) position += 1;
  if (position === content.length) return position;
  return content.charCodeAt(position) === Code.lineFeed ? position + 1 : null;
}
