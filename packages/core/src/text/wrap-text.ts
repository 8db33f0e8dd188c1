import { countCodePoints } from './code-points.ts';
import { isPythonSpace } from './python-white-space.ts';

const SPACE = 0x20;
const TAB_STOP = 8;

/**
 * Fills one paragraph, byte for byte as Python's
 * `textwrap.fill(text, width=width, break_long_words=False, break_on_hyphens=False)`.
 *
 * - Tabs expand to multiples of 8 columns; then `\t \n \v \f \r` each become one space. Only these and the space
 *   separate words: U+00A0, U+3000 and the like stay inside theirs.
 * - Widths are code points, not UTF-16 units and not columns on a screen.
 * - A word longer than `width` stays whole on a line of its own.
 * - Spaces between words stay as they are; at a line's end, and at its beginning unless it is the first line, one run
 *   of spaces (or one word made of white space only) is dropped.
 *
 * Throws `RangeError` when `width` is not above zero, where Python raises `ValueError`.
 *
 * @param width - The longest line wanted, in code points; 120 by default.
 *
 * @example
 * ```ts
 * import { wrapText } from '@batonkit/core/text';
 *
 * wrapText('one two three', 7); // => 'one two\nthree'
 * ```
 */
export function wrapText(text: string, width = 120): string {
  if (!(width > 0)) throw new RangeError(`wrapText: invalid width ${String(width)}, it must be above 0.`);
  const flat = flatten(text);
  const lines: string[] = [];
  let next = 0;

  while (next < flat.length) {
    if (lines.length > 0) {
      const end = chunkEnd(flat, next);
      if (isBlank(flat, next, end)) next = end;
    }

    // A line is a slice of the flat text: chunks (words and runs of spaces) follow each other without gaps.
    const start = next;
    let lastChunk = next;
    let room = width;
    while (next < flat.length) {
      const end = chunkEnd(flat, next);
      const size = flat.charCodeAt(next) === SPACE ? end - next : countCodePoints(flat, next, end);
      const fits = size <= room;
      const mustOverflow = next === start && size > width;
      if (!fits && !mustOverflow) break;
      lastChunk = next;
      next = end;
      room -= size;
      if (!fits) break;
    }

    const end = isBlank(flat, lastChunk, next) ? lastChunk : next;
    if (end > start) lines.push(flat.slice(start, end));
  }
  return lines.join('\n');
}

/** Expands tabs as `str.expandtabs(8)` does (columns restart after LF and CR), then turns white space into spaces. */
function flatten(text: string): string {
  return (text.includes('\t') ? expandTabs(text) : text).replace(/[\n\v\f\r]/g, ' ');
}

function expandTabs(text: string): string {
  let column = 0;
  return text.replace(/[^\t\n\r]+|[\t\n\r]/g, (piece) => {
    if (piece === '\n' || piece === '\r') column = 0;
    else if (piece === '\t') {
      const spaces = TAB_STOP - (column % TAB_STOP);
      column += spaces;
      return ' '.repeat(spaces);
    } else column += countCodePoints(piece);
    return piece;
  });
}

function chunkEnd(flat: string, start: number): number {
  if (flat.charCodeAt(start) !== SPACE) {
    const space = flat.indexOf(' ', start);
    return space === -1 ? flat.length : space;
  }
  let end = start + 1;
  while (end < flat.length && flat.charCodeAt(end) === SPACE) end += 1;
  return end;
}

function isBlank(flat: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (!isPythonSpace(flat.charCodeAt(index))) return false;
  }
  return true;
}
