import { PYTHON_SPACES } from './python-white-space.ts';

/**
 * What the first characters of a line make of it, its indentation apart.
 * `raw` is a block quote, a table row or HTML: kept line by line up to the next blank line.
 */
export type BlockLine = 'text' | 'heading' | 'rule' | 'list' | 'raw' | 'fence';

/** An open code fence: a line of at least `length` times `mark` closes it. */
export interface Fence {
  readonly mark: string;
  readonly length: number;
}

const LIST_MARKER = new RegExp(`(?:[-*+•‣◦]|[0-9]{1,9}[.)])(?:[${PYTHON_SPACES}]+|$)`, 'y');
const HTML_START = new RegExp(`^<(?:!--|/?[A-Za-z][A-Za-z0-9-]*(?:[${PYTHON_SPACES}/>]|$))`);

/** The characters a line must begin with to be anything but text. */
const FIRST_CHARACTERS = '#>|<`~-*_+•‣◦0123456789';

/** Classifies a line that is trimmed on both sides and not empty. */
export function classifyLine(content: string): BlockLine {
  const first = content.charAt(0);
  if (!FIRST_CHARACTERS.includes(first)) return 'text';
  switch (first) {
    case '#':
      return 'heading';
    case '>':
    case '|':
      return 'raw';
    case '<':
      return HTML_START.test(content) ? 'raw' : 'text';
    case '`':
    case '~':
      return fenceAt(content, 0) === null ? 'text' : 'fence';
    case '-':
    case '*':
    case '_':
      if (isRule(content)) return 'rule';
  }
  return markerEnd(content, 0) === 0 ? 'text' : 'list';
}

/**
 * True when a line that starts with this word could be anything but text, whatever follows on it; a paragraph is
 * never broken before such a word.
 */
export function mayStartBlock(word: string): boolean {
  // Words of these characters may be a rule, the underline of a heading or a row of a table.
  return classifyLine(word) !== 'text' || /^[-=*_:|]+$/.test(word);
}

/** True when the line below a paragraph turns it into a heading. */
export function isSetextUnderline(content: string): boolean {
  return /^(?:=+|-+)$/.test(content);
}

/** True for the second row of a table, as `--- | :-:`. */
export function isDelimiterRow(content: string): boolean {
  return /^[-:| \t]+$/.test(content) && content.includes('|') && content.includes('-');
}

/** The fence that a trimmed line opens, on its own or as the content of a list item; null when it opens none. */
export function openFence(content: string): Fence | null {
  let start = 0;
  for (let end = markerEnd(content, 0); end > start; end = markerEnd(content, start)) start = end;
  return fenceAt(content, start);
}

/** True when a trimmed line closes the fence. */
export function closesFence(content: string, fence: Fence): boolean {
  return content.length >= fence.length && runLength(content, 0, fence.mark) === content.length;
}

function fenceAt(content: string, start: number): Fence | null {
  const mark = content.charAt(start);
  if (mark !== '`' && mark !== '~') return null;
  const length = runLength(content, start, mark);
  if (length < 3) return null;
  // A backtick further on makes it a code span at the beginning of a sentence.
  if (mark === '`' && content.includes('`', start + length)) return null;
  return { mark, length };
}

function markerEnd(content: string, start: number): number {
  LIST_MARKER.lastIndex = start;
  return LIST_MARKER.test(content) ? LIST_MARKER.lastIndex : start;
}

function isRule(content: string): boolean {
  const mark = content.charAt(0);
  let marks = 0;
  for (let index = 0; index < content.length; index += 1) {
    const character = content.charAt(index);
    if (character === mark) marks += 1;
    else if (character !== ' ' && character !== '\t') return false;
  }
  return marks >= 3;
}

function runLength(content: string, start: number, mark: string): number {
  let end = start;
  while (end < content.length && content.charAt(end) === mark) end += 1;
  return end - start;
}
