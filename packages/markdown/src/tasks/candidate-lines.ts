import { Code, isBlank, isDigit } from '../syntax/character-class.ts';
import { findDocumentStart } from '../syntax/front-matter.ts';

/** A line that may be a task, read outside of code and comments. */
export interface CandidateLine {
  /** 1-based. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** What hides the line from a markdown parser although it was probably not meant to. */
  readonly hiddenBy: 'fence' | 'comment' | null;
}

const FENCE = /[ \t]*(`{3,}|~{3,})([^\r\n]*)/y;
const TASK_START = 't';

/**
 * The lines of a document that could be a task: those that begin with a mark of markdown, a digit, a character outside
 * ASCII or a `t`. Lines in code blocks and HTML comments are left out, as samples are; those behind a fence or
 * comment that is never closed come with what hides them. Linear.
 */
export function candidateLines(markdown: string): CandidateLine[] {
  const found: CandidateLine[] = [];
  // Candidates since the fence or comment that is open; they count only if it is never closed.
  let held: CandidateLine[] = [];
  let hiddenBy: CandidateLine['hiddenBy'] = null;
  let fenceMark = '';
  const { offset, line: firstLine } = findDocumentStart(markdown);
  let line = firstLine;
  let lineFeed = markdown.indexOf('\n', offset);
  let carriageReturn = markdown.indexOf('\r', offset);
  for (let start = offset; start < markdown.length; line += 1) {
    if (lineFeed !== -1 && lineFeed < start) lineFeed = markdown.indexOf('\n', start);
    if (carriageReturn !== -1 && carriageReturn < start) carriageReturn = markdown.indexOf('\r', start);
    const isReturn = carriageReturn !== -1 && (lineFeed === -1 || carriageReturn < lineFeed);
    const end = isReturn ? carriageReturn : lineFeed === -1 ? markdown.length : lineFeed;
    let first = start;
    while (first < end && isBlank(markdown.charCodeAt(first))) first += 1;
    const code = first === end ? 0 : markdown.charCodeAt(first);
    if (hiddenBy === 'comment') {
      const closing = markdown.slice(start, end).includes('-->');
      if (closing) {
        held = [];
        hiddenBy = null;
      } else if (canBegin(code)) held.push({ line, start, end, hiddenBy });
    } else if (code === Code.backtick || code === Code.tilde) {
      const [marks, info] = readFence(markdown, start);
      if (hiddenBy === null && marks !== '') {
        fenceMark = marks;
        hiddenBy = 'fence';
      } else if (hiddenBy === 'fence' && marks.startsWith(fenceMark) && info.trim() === '') {
        held = [];
        hiddenBy = null;
      } else if (hiddenBy === null) found.push({ line, start, end, hiddenBy });
    } else if (hiddenBy === 'fence') {
      if (canBegin(code)) held.push({ line, start, end, hiddenBy });
    } else {
      if (canBegin(code)) found.push({ line, start, end, hiddenBy });
      if (code !== 0 && opensComment(markdown, first, end, code)) hiddenBy = 'comment';
    }
    start = end + (isReturn && lineFeed === carriageReturn + 1 ? 2 : 1);
  }
  for (const candidate of held) found.push(candidate);
  return found;
}

function readFence(markdown: string, start: number): [marks: string, info: string] {
  FENCE.lastIndex = start;
  const [, marks = '', info = ''] = FENCE.exec(markdown) ?? [];
  return marks.startsWith('`') && info.includes('`') ? ['', ''] : [marks, info];
}

/** A comment that begins a line, as a block of HTML does, and does not end on it. */
function opensComment(markdown: string, first: number, end: number, code: number): boolean {
  if (code !== Code.less || !markdown.startsWith('<!--', first)) return false;
  return !markdown.slice(first, end).includes('-->');
}

function canBegin(code: number): boolean {
  switch (code) {
    case 0:
      return false;
    case Code.hash:
    case Code.hyphen:
    case Code.star:
    case Code.plus:
    case Code.greater:
    case Code.openBracket:
    case Code.underscore:
    case Code.tilde:
    case Code.less:
    case Code.backtick:
    case 124:
      return true;
    default:
      return code > 127 || isDigit(code) || (code | 32) === TASK_START.charCodeAt(0);
  }
}
