import {
  markDocument,
  type MarkedDocument,
  type MarkedPart,
  plainName,
  readMarkedDocument,
} from '../documents/marked-document.ts';
import { rereadHeadings, type TextEdit } from './reread-headings.ts';

/** The sections of a state file that have a meaning; all others are somebody's own. */
export type SectionName = 'metadata' | 'context' | 'inputs' | 'log' | 'output';

/** A heading of a state file with what belongs to it. */
export interface DocumentPart extends MarkedPart {
  /** The section with a meaning that this is, or that stands above it. */
  readonly section: SectionName | null;
}

/** A state file as text with marks in it. */
export interface StateDocument extends MarkedDocument {
  readonly sections: readonly DocumentPart[];
  readonly parts: readonly DocumentPart[];
}

const SECTION_NAMES: Readonly<Record<string, SectionName>> = {
  metadata: 'metadata',
  context: 'context',
  'chain inputs': 'inputs',
  'progress log': 'log',
  'chain output': 'output',
};

/** Finds the marks of a state file. */
export function readDocument(text: string): StateDocument {
  return nameSections(readMarkedDocument(text));
}

/** The document after edits that do not overlap: what {@link readDocument} finds in the new text. */
export function editDocument(document: StateDocument, edits: readonly TextEdit[]): StateDocument {
  const text = replaceRanges(document.text, edits);
  return nameSections(markDocument(text, rereadHeadings(document, edits, text)));
}

function nameSections(document: MarkedDocument): StateDocument {
  const sections = document.sections.map((part) => ({ ...part, section: sectionNamed(part.name) }));
  const named = sections.filter(({ section }) => section !== null);
  let above = -1;
  const parts = document.parts.map((part) => {
    while ((named[above + 1]?.start ?? Infinity) < part.start) above += 1;
    return { ...part, section: named[above]?.section ?? null };
  });
  return { ...document, sections, parts };
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

function sectionNamed(name: string): SectionName | null {
  const plain = plainName(name)
    .replace(/^\d+\.\s*/, '')
    .toLowerCase();
  return Object.hasOwn(SECTION_NAMES, plain) ? (SECTION_NAMES[plain] ?? null) : null;
}
