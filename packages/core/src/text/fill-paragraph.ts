import { isMarks, mayStartBlock } from './block-line.ts';
import { countCodePoints } from './code-points.ts';
import { skipPythonSpaces, trimEndPython } from './python-white-space.ts';

/**
 * The lines of one paragraph, joined and wrapped so that reading the result again finds the same paragraph.
 *
 * A line is broken only where the next line still begins as text; where a paragraph has no such place, its line grows
 * beyond `width`.
 */
export function fillParagraph(lines: readonly string[], width: number): readonly string[] {
  const words = splitWords(lines);
  // Joined, a few lines of `_` or `*` would become a rule.
  if (words.every(isMarks)) return lines;

  const filled: string[] = [];
  let line = '';
  let room = 0;
  for (const piece of unbreakablePieces(words)) {
    const size = countCodePoints(piece);
    if (line !== '' && size < room) {
      line += ` ${piece}`;
      room -= size + 1;
      continue;
    }
    if (line !== '') filled.push(line);
    line = piece;
    room = width - size;
  }
  filled.push(line);
  return filled;
}

/** Words lie between ASCII white space; other white space stays inside a word and goes from its ends. */
function splitWords(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => line.split(/[\t-\r ]+/))
    .map((word) => trimEndPython(word.slice(skipPythonSpaces(word))))
    .filter((word) => word !== '');
}

/** Joins each word that could start a block to the word before it. */
function unbreakablePieces(words: readonly string[]): string[] {
  const settled = settlingWord(words);
  const pieces: string[] = [];
  let start = 0;
  for (let index = 1; index < words.length; index += 1) {
    if (index <= settled || mayStartBlock(words[index] ?? '')) continue;
    pieces.push(words.slice(start, index).join(' '));
    start = index;
  }
  pieces.push(words.slice(start).join(' '));
  return pieces;
}

/** Index of the word that proves the first line text: up to there it could still be a rule or an opening fence. */
function settlingWord(words: readonly string[]): number {
  if (words[0]?.startsWith('```') !== true) return words.findIndex((word) => !isMarks(word));
  return words.findIndex((word, index) => (index === 0 ? /^`+[^`]+`/.test(word) : word.includes('`')));
}
