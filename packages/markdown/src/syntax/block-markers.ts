import { Code, isBlank, isDigit, skipBlanks, skipRun, trimBlanksEnd } from './character-class.ts';

/**
 * The position after a list marker that starts at `start`, or -1. To interrupt a paragraph, a list must start with 1
 * and its first item with text.
 */
export function scanListMarker(text: string, start: number, end: number, interruptsParagraph: boolean): number {
  let markerEnd = start;
  const first = text.charCodeAt(start);
  if (isDigit(first)) {
    while (markerEnd < end && isDigit(text.charCodeAt(markerEnd))) markerEnd += 1;
    if (markerEnd - start > 9 || markerEnd === end) return -1;
    const delimiter = text.charCodeAt(markerEnd);
    if (delimiter !== Code.dot && delimiter !== Code.closeParen) return -1;
    if (interruptsParagraph && Number(text.slice(start, markerEnd)) !== 1) return -1;
  } else if (first !== Code.hyphen && first !== Code.plus && first !== Code.star) return -1;
  markerEnd += 1;
  if (markerEnd < end && !isBlank(text.charCodeAt(markerEnd))) return -1;
  return interruptsParagraph && skipBlanks(text, markerEnd, end) === end ? -1 : markerEnd;
}

/** Where the text of an ATX heading ends, before trailing white space and the optional closing `#` marks. */
export function atxTextEnd(text: string, textStart: number, lineEnd: number): number {
  const end = trimBlanksEnd(text, textStart, lineEnd);
  let marks = end;
  while (marks > textStart && text.charCodeAt(marks - 1) === Code.hash) marks -= 1;
  if (marks === end) return end;
  return marks === textStart || isBlank(text.charCodeAt(marks - 1)) ? trimBlanksEnd(text, textStart, marks) : end;
}

/** True when the rest of the line is at least `least` of one code unit, then white space only. */
export function isRunToLineEnd(text: string, start: number, end: number, code: number, least: number): boolean {
  const afterRun = skipRun(text, start, end, code);
  return afterRun - start >= least && skipBlanks(text, afterRun, end) === end;
}

/** -1 when the rest of the line is a thematic break of that mark, else the position of what keeps it from being one. */
export function thematicBreakObstacle(text: string, start: number, end: number, code: number): number {
  let marks = 0;
  for (let position = start; position < end; position += 1) {
    const found = text.charCodeAt(position);
    if (found === code) marks += 1;
    else if (!isBlank(found)) return position;
  }
  return marks < 3 ? end : -1;
}
