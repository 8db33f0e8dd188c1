import { mayStartBlock } from './block-line.ts';
import { countCodePoints } from './code-points.ts';
import { PYTHON_SPACES, skipPythonSpaces, trimEndPython } from './python-white-space.ts';

/**
 * The lines of one paragraph, joined and wrapped so that reading the result again finds the same paragraph.
 *
 * A line is broken only where the next line still begins as text; where a paragraph has no such place, its line grows
 * beyond `width`.
 */
export function fillParagraph(lines: readonly string[], width: number): readonly string[] {
  const text = joinWords(lines);
  const settled = settledAt(text);
  // Joined, a few lines of `_` or `*` would become a rule.
  if (settled === -1) return lines;

  const filled: string[] = [];
  let lineStart = 0;
  let lineSize = 0;
  for (let start = 0; start < text.length;) {
    const end = pieceEnd(text, Math.max(start, settled));
    const size = countCodePoints(text, start, end);
    if (start > 0 && lineSize + 1 + size > width) {
      filled.push(text.slice(lineStart, start - 1));
      lineStart = start;
      lineSize = size;
    } else lineSize += start === 0 ? size : size + 1;
    start = end + 1;
  }
  filled.push(text.slice(lineStart));
  return filled;
}

const UNEVEN = new RegExp(`  |^ |(?! )[${PYTHON_SPACES}]`);

/** One space between words. They lie between ASCII white space; other white space only goes from a word's ends. */
function joinWords(lines: readonly string[]): string {
  const joined = lines.join(' ');
  if (!UNEVEN.test(joined)) return joined;
  return joined
    .split(/[\t-\r ]+/)
    .map((word) => trimEndPython(word.slice(skipPythonSpaces(word))))
    .filter((word) => word !== '')
    .join(' ');
}

/** Index of the character that proves the first line text: up to there it could be a rule or a fence; -1 for none. */
function settledAt(text: string): number {
  if (text.startsWith('```')) return text.indexOf('`', text.search(/[^`]|$/));
  return text.search(/[^-=*_:| ]/);
}

/** Index of the first space after `from` where a line may end, or the end of the text. */
function pieceEnd(text: string, from: number): number {
  for (let space = text.indexOf(' ', from); space !== -1; space = text.indexOf(' ', space + 1)) {
    const next = text.indexOf(' ', space + 1);
    if (!mayStartBlock(text.slice(space + 1, next === -1 ? text.length : next))) return space;
  }
  return text.length;
}
