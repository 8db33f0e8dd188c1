import { scanBlocks } from '../markdown/scan-blocks.ts';
import type { ScannedHeading } from '../markdown/scanned-heading.ts';
import { rereadHeadings, type TextEdit } from './reread-headings.ts';

/** The sections of a state file that have a meaning; all others are somebody's own. */
export type SectionName = 'metadata' | 'context' | 'inputs' | 'log' | 'output';

/** A heading with what belongs to it. Offsets are UTF-16. */
export interface DocumentPart {
  readonly level: number;
  /** The heading as it is written, without its marks. */
  readonly name: string;
  readonly line: number;
  readonly start: number;
  /** Where the line after the heading starts. */
  readonly bodyStart: number;
  readonly end: number;
  /** The section with a meaning that this is, or that stands above it. */
  readonly section: SectionName | null;
}

/** A state file as text with marks in it: what is changed is cut out and replaced, the rest is never touched. */
export interface StateDocument {
  readonly text: string;
  /** The line ending of the first line; what is written uses it too. */
  readonly eol: '\n' | '\r\n' | '\r';
  /** The source of the first heading of level 1. */
  readonly title: string;
  /** Headings of level 2 in order. They reach to the next of level 2. */
  readonly sections: readonly DocumentPart[];
  /** Headings of level 3 in order. They reach to the next of level 2 or 3. */
  readonly parts: readonly DocumentPart[];
  /** Where the headings of level 4 to 6 start. */
  readonly minorStarts: readonly number[];
  /** All headings, as they were scanned. */
  readonly headings: readonly ScannedHeading[];
}

const SECTION_NAMES: Readonly<Record<string, SectionName>> = {
  metadata: 'metadata',
  context: 'context',
  'chain inputs': 'inputs',
  'progress log': 'log',
  'chain output': 'output',
};

/**
 * Finds the marks of a state file. A heading of level 1 after the title is text: `# of users` is more often a sentence than
 * a new document.
 */
export function readDocument(text: string): StateDocument {
  return markDocument(text, scanBlocks(text).headings);
}

/** The document after edits that do not overlap: what {@link readDocument} finds in the new text. */
export function editDocument(document: StateDocument, edits: readonly TextEdit[]): StateDocument {
  const text = replaceRanges(document.text, edits);
  return markDocument(text, rereadHeadings(document, edits, text));
}

function markDocument(text: string, headings: readonly ScannedHeading[]): StateDocument {
  const title = headings.find(({ level }) => level === 1);
  const sections: DocumentPart[] = [];
  const parts: DocumentPart[] = [];
  let section: SectionName | null = null;
  const marks = headings.filter(({ level }) => level === 2 || level === 3);
  const minorStarts = headings.filter(({ level }) => level > 3).map(({ start }) => start);
  const nextSections = nextOfLevel2(marks, text.length);
  for (const [index, heading] of marks.entries()) {
    const { level, line, start, end } = heading;
    const name = sourceOf(text, heading);
    if (level === 2) section = sectionNamed(name) ?? section;
    const part: DocumentPart = {
      level,
      name,
      line,
      start,
      bodyStart: afterLineEnding(text, end),
      end: (level === 2 ? nextSections[index] : marks[index + 1]?.start) ?? text.length,
      section: level === 2 ? sectionNamed(name) : section,
    };
    (level === 2 ? sections : parts).push(part);
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

/** The section of a name; the first, when a person wrote it twice. */
export function findSection({ sections }: StateDocument, name: SectionName): DocumentPart | null {
  return sections.find(({ section }) => section === name) ?? null;
}

/** Replaces ranges of a text that do not overlap. */
export function replaceRanges(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, by } of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(position, start) + by;
    position = end;
  }
  return result + text.slice(position);
}

/** Where the last line of a range that is not blank ends, or null when all are blank. */
export function endOfContent(text: string, start: number, end: number): number | null {
  let position = end;
  while (position > start && /\s/.test(text.charAt(position - 1))) position -= 1;
  if (position === start) return null;
  while (position < end && text[position] !== '\n' && text[position] !== '\r') position += 1;
  return position;
}

/** Where the heading line above a body ends; what is put there, behind a line ending, is the body's first line. */
export function endOfHeading(text: string, { bodyStart }: Pick<DocumentPart, 'bodyStart'>): number {
  if (text.startsWith('\r\n', bodyStart - 2)) return bodyStart - 2;
  return /[\r\n]/.test(text.charAt(bodyStart - 1)) ? bodyStart - 1 : bodyStart;
}

/** 1-based number of the line that holds an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}

/** A heading to compare: without emphasis and code marks. */
export function plainName(name: string): string {
  return name.replaceAll(/[*_`]/g, '').trim();
}

function sectionNamed(name: string): SectionName | null {
  const plain = plainName(name)
    .replace(/^\d+\.\s*/, '')
    .toLowerCase();
  return Object.hasOwn(SECTION_NAMES, plain) ? (SECTION_NAMES[plain] ?? null) : null;
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

function eolOf(text: string): StateDocument['eol'] {
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
