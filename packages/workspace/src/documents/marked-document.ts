import { scanBlocks, type ScannedHeading } from '@batonkit/markdown/scan';

/** A heading with what belongs to it. Offsets are UTF-16. */
export interface MarkedPart {
  readonly level: number;
  /** The heading as it is written, without its marks. */
  readonly name: string;
  readonly line: number;
  readonly start: number;
  /** Where the line after the heading starts. */
  readonly bodyStart: number;
  readonly end: number;
}

/** A file that people edit too, as text with marks in it: what is changed is cut out and replaced, the rest is never touched. */
export interface MarkedDocument {
  readonly text: string;
  /** The line ending of the first line; what is written uses it too. */
  readonly eol: '\n' | '\r\n' | '\r';
  /** The source of the first heading of level 1. */
  readonly title: string;
  /** Headings of level 2 in order. They reach to the next of level 2. */
  readonly sections: readonly MarkedPart[];
  /** Headings of level 3 in order. They reach to the next of level 2 or 3. */
  readonly parts: readonly MarkedPart[];
  /** Where the headings of level 4 to 6 start. */
  readonly minorStarts: readonly number[];
  /** All headings, as they were scanned. */
  readonly headings: readonly ScannedHeading[];
}

/**
 * Finds the marks of a document. A heading of level 1 after the title is text: `# of users` is more often a sentence than a new
 * document.
 */
export function readMarkedDocument(text: string): MarkedDocument {
  return markDocument(text, scanBlocks(text).headings);
}

/** The marks of a text whose headings are known. */
export function markDocument(text: string, headings: readonly ScannedHeading[]): MarkedDocument {
  const title = headings.find(({ level }) => level === 1);
  const sections: MarkedPart[] = [];
  const parts: MarkedPart[] = [];
  const marks = headings.filter(({ level }) => level === 2 || level === 3);
  const minorStarts = headings.filter(({ level }) => level > 3).map(({ start }) => start);
  const nextSections = nextOfLevel2(marks, text.length);
  for (const [index, heading] of marks.entries()) {
    const { level, line, start, end } = heading;
    (level === 2 ? sections : parts).push({
      level,
      name: sourceOf(text, heading),
      line,
      start,
      bodyStart: afterLineEnding(text, end),
      end: (level === 2 ? nextSections[index] : marks[index + 1]?.start) ?? text.length,
    });
  }
  return {
    text,
    eol: eolOf(text),
    title: title === undefined ? '' : sourceOf(text, title),
    sections,
    parts,
    minorStarts,
    headings,
  };
}

/** A heading to compare: without emphasis and code marks. */
export function plainName(name: string): string {
  return name.replaceAll(/[*_`]/g, '').trim();
}

/** Per mark the start of the next one of level 2. */
function nextOfLevel2(marks: readonly ScannedHeading[], end: number): number[] {
  const next: number[] = [];
  let nearest = end;
  for (let index = marks.length - 1; index >= 0; index -= 1) {
    next[index] = nearest;
    if (marks[index]?.level === 2) nearest = marks[index]?.start ?? nearest;
  }
  return next;
}

function eolOf(text: string): MarkedDocument['eol'] {
  const found = /\r\n|\r|\n/.exec(text)?.[0];
  return found === '\r\n' || found === '\r' ? found : '\n';
}

function afterLineEnding(text: string, end: number): number {
  if (text.startsWith('\r\n', end)) return end + 2;
  return Math.min(end + 1, text.length);
}

function sourceOf(text: string, { textStart, textEnd }: ScannedHeading): string {
  return text.slice(textStart, textEnd);
}
