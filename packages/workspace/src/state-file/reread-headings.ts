import { findDocumentStart, scanBlocks, type ScannedHeading } from '@batonkit/markdown/scan';

/** A range of a text and what comes in its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/**
 * The headings of a text after edits, given those before: the same as scanning all of it. At a heading no block is open, so that
 * what stands between two headings is read again only when something in it changed; and when the heading below is found where it
 * must be, all that follows is as before.
 */
export function rereadHeadings(
  before: { readonly text: string; readonly headings: readonly ScannedHeading[] },
  edits: readonly TextEdit[],
  text: string,
): readonly ScannedHeading[] {
  const { headings } = before;
  const waiting = [...edits].sort((a, b) => a.start - b.start);
  const found: ScannedHeading[] = [];
  let shift = 0;
  let lines = 0;
  const isAbove = (waiting[0]?.start ?? 0) <= (headings[0]?.start ?? Infinity);
  // An edit can also close front matter that was none, because its end was missing.
  if (isAbove || findDocumentStart(text).offset !== findDocumentStart(before.text).offset)
    return scanBlocks(text).headings;
  for (const [index, heading] of headings.entries()) {
    const next = headings[index + 1];
    const end = next?.start ?? before.text.length;
    const own: TextEdit[] = [];
    while (waiting[0] !== undefined && (next === undefined || waiting[0].start < end))
      own.push(...waiting.splice(0, 1));
    const moved = moveHeading(heading, shift, lines);
    if (own.length === 0) {
      found.push(moved);
      continue;
    }
    // An edit to a heading, or across the next one, can make them anything; so can one to an underlined heading,
    // which is the rest of a paragraph.
    const isOpen = own.some((edit) => edit.start <= heading.end || edit.end > end);
    if (isOpen || !isAtx(before.text, heading) || (next !== undefined && !isAtx(before.text, next)))
      return scanBlocks(text).headings;
    shift += own.reduce((sum, edit) => sum + edit.by.length - (edit.end - edit.start), 0);
    const until = next === undefined ? text.length : next.end + shift;
    const scanned = scanBlocks(text, { offset: moved.start, line: moved.line, until }).headings;
    const below = next === undefined ? null : scanned.pop();
    if (next !== undefined) {
      if (below?.start !== next.start + shift || below.level !== next.level) return scanBlocks(text).headings;
      lines = below.line - next.line;
    }
    found.push(...scanned);
  }
  return found;
}

function isAtx(text: string, { start }: ScannedHeading): boolean {
  return text
    .slice(start, start + 4)
    .trimStart()
    .startsWith('#');
}

function moveHeading(heading: ScannedHeading, shift: number, lines: number): ScannedHeading {
  if (shift === 0 && lines === 0) return heading;
  const { level, line, start, end, textStart, textEnd } = heading;
  return {
    level,
    line: line + lines,
    start: start + shift,
    end: end + shift,
    textStart: textStart + shift,
    textEnd: textEnd + shift,
  };
}
