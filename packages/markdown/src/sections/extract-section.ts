import type { ScannedHeading } from '../syntax/scanned-heading.ts';
import { matchIdentifier } from './match-identifier.ts';
import { type ScannedDocument, scanHeadings } from '../syntax/scan-headings.ts';

/** Longer identifiers match nothing; the limit keeps the search linear in the document. */
const MAX_IDENTIFIER = 1000;

/**
 * The section of the first heading whose text holds the identifier as a whole token, else of the first heading that
 * holds it anywhere; null when there is none.
 *
 * A section is an exact slice of the input: from the start of the heading's line to the next heading of the same or a
 * higher level, without the one line ending before that heading, or to the end of the input. Headings are those of
 * `listHeadings`; the comparison is case-sensitive. Letters, digits and `_` continue a token, and so do `.` and
 * `-` when one of these follows: `1.1` is no token of `11.10`, `1.1.2` or `1.1-beta`, but it is one of `1.1: Title` and
 * `see 1.1.` A blank identifier, or one over 1,000 code units, matches nothing. Never throws.
 *
 * @example
 * ```ts
 * import { extractSection } from '@batonkit/markdown';
 *
 * const plan = '# Plan\n\n## Step 11.10\nlater\n\n## Step 1.1\nnow\n\n### Detail\nmore\n\n## Step 2\n';
 * extractSection(plan, '1.1'); // => '## Step 1.1\nnow\n\n### Detail\nmore\n'
 * extractSection(plan, '3.1'); // => null
 * ```
 */
export function extractSection(markdown: string, identifier: string): string | null {
  const sections = readSections(markdown);
  const section = findSection(sections, identifier);
  return section === null ? null : sections.textOf(section);
}

/**
 * As `extractSection`, but while nothing matches, the last dot-segment of the identifier is dropped: `1A.1.2`, `1A.1`,
 * `1A`. Null when nothing is left to drop.
 *
 * @example
 * ```ts
 * import { extractSectionWithFallback } from '@batonkit/markdown';
 *
 * extractSectionWithFallback('## Step 1A\n- **1A.1** first\n', '1A.1'); // => '## Step 1A\n- **1A.1** first\n'
 * extractSectionWithFallback('## Step 1A\n', '2.1'); // => null
 * ```
 */
export function extractSectionWithFallback(markdown: string, identifier: string): string | null {
  const sections = readSections(markdown);
  for (const candidate of withoutLastSegments(identifier)) {
    const section = findSection(sections, candidate);
    if (section !== null) return sections.textOf(section);
  }
  return null;
}

/** A heading together with the extent of its section. */
export interface Section {
  readonly level: number;
  /** The heading's rendered text. */
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** The sections of one document, in document order. */
export interface Sections {
  readonly all: readonly Section[];
  readonly textOf: (section: Section) => string;
}

export function readSections(markdown: string): Sections {
  const document = scanHeadings(markdown);
  const all = sectionsOf(document, markdown);
  return { all, textOf: ({ start, end }) => markdown.slice(start, end) };
}

/** The sections an identifier may mean: those that hold it as a token, and those that only hold it within another word. */
export interface MatchingSections {
  readonly tokens: readonly Section[];
  readonly substrings: readonly Section[];
}

/** Finds the sections that an identifier may mean. */
export function matchingSections({ all }: Sections, identifier: string): MatchingSections {
  const tokens: Section[] = [];
  const substrings: Section[] = [];
  if (identifier.trim() === '' || identifier.length > MAX_IDENTIFIER) return { tokens, substrings };
  for (const section of all) {
    const match = matchIdentifier(section.title, identifier);
    if (match === 'token') tokens.push(section);
    else if (match === 'substring') substrings.push(section);
  }
  return { tokens, substrings };
}

/** An identifier, then the same without its last dot-segment, and so on. */
export function withoutLastSegments(identifier: string): string[] {
  if (identifier.length > MAX_IDENTIFIER) return [];
  const candidates: string[] = [];
  for (let rest = identifier; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('.')))) {
    candidates.push(rest);
  }
  return candidates;
}

function findSection(sections: Sections, identifier: string): Section | null {
  const { tokens, substrings } = matchingSections(sections, identifier);
  return tokens[0] ?? substrings[0] ?? null;
}

export function sectionsOf({ headings, textOf }: ScannedDocument, markdown: string): Section[] {
  const sections: Section[] = [];
  // Walking backwards, the nearest later heading of each level is at hand, so no section has to search for its end.
  const nextOfLevel: (ScannedHeading | undefined)[] = [];
  for (const heading of headings.toReversed()) {
    const { level, start } = heading;
    const next = nextOfLevel.slice(1, level + 1).reduce(nearer, undefined);
    const end = next === undefined ? markdown.length : withoutLineEnding(markdown, next.start);
    sections.push({ level, title: textOf(heading), start, end });
    nextOfLevel[level] = heading;
  }
  return sections.reverse();
}

function nearer(one: ScannedHeading | undefined, other: ScannedHeading | undefined): ScannedHeading | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.start < other.start ? one : other;
}

/** The end of the line before the one that starts at `start`. */
function withoutLineEnding(markdown: string, start: number): number {
  return markdown.startsWith('\r\n', start - 2) ? start - 2 : start - 1;
}
