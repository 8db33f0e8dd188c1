import { sha256Hex } from '@batonkit/core/text';
import { firstSentence } from './first-sentence.ts';
import { slugHeadings, slugOf, type SluggedHeading } from './heading-slugs.ts';

/** A section of a standards file: from its heading to the next one of the same or a higher level, blank lines at the end left out. */
export interface StandardsSection {
  readonly slug: string;
  /** 1-based, inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** First 16 hex digits of the SHA-256 over exactly these lines, joined by LF. */
  readonly contentSha: string;
  readonly requirement: string;
}

/** A standards file that can be asked for its sections. */
export interface StandardsFile {
  /** The section with exactly this anchor. */
  bySlug(slug: string): StandardsSection | null;
  /** The anchors of the sections that a reference means: `#slug` at most one, a heading as many as have that text. */
  slugsFor(reference: string): readonly string[];
}

/** Reads a standards file. Line endings do not matter to any hash. Never throws; linear in the length of the text. */
export function readStandardsFile(text: string): StandardsFile {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const headings = slugHeadings(text);
  const endings = lastLines(headings, lines);
  const indexBySlug = new Map(headings.map(({ slug }, index) => [slug, index]));
  const slugsByText = new Map<string, string[]>();
  for (const { slug, plainSlug } of headings) {
    const same = slugsByText.get(plainSlug);
    if (same === undefined) slugsByText.set(plainSlug, [slug]);
    else same.push(slug);
  }
  const hash = (firstLine: number, lastLine: number): string =>
    sha256Hex(lines.slice(firstLine - 1, lastLine).join('\n')).slice(0, 16);

  return {
    bySlug(slug) {
      const index = indexBySlug.get(slug);
      const heading = index === undefined ? undefined : headings[index];
      if (index === undefined || heading === undefined) return null;
      const lastLine = endings[index] ?? heading.line;
      const prose = proseLines(lines, headings, index, lastLine);
      return {
        slug,
        firstLine: heading.line,
        lastLine,
        contentSha: hash(heading.line, lastLine),
        requirement: firstSentence(prose) || firstSentence([heading.text]),
      };
    },
    slugsFor(reference) {
      const anchor = reference.startsWith('#') && !/^#+\s/.test(reference) ? reference.slice(1) : null;
      if (anchor !== null) return indexBySlug.has(anchor) ? [anchor] : [];
      const wanted = slugOf(reference.replace(/^#+\s+/, ''));
      const named = slugsByText.get(wanted) ?? [];
      if (named.length > 0) return named;
      return indexBySlug.has(wanted) ? [wanted] : [];
    },
  };
}

/** For each heading the last line of its section. */
function lastLines(headings: readonly SluggedHeading[], lines: readonly string[]): readonly number[] {
  const endings: number[] = [];
  const open: number[] = [];
  // Where the text before a line ends; computed once, so that many sections that end in the same blank lines cost nothing.
  const lastTextLine: number[] = [0];
  lines.forEach((line, index) => lastTextLine.push(line.trim() === '' ? (lastTextLine[index] ?? 0) : index + 1));
  const close = (level: number, before: number): void => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const heading = headings[top];
      if (heading === undefined || heading.level < level) return;
      endings[top] = Math.max(heading.line, lastTextLine[before - 1] ?? heading.line);
      open.pop();
    }
  };
  headings.forEach(({ level, line }, index) => {
    close(level, line);
    open.push(index);
  });
  close(0, lines.length + 1);
  return endings;
}

/** The lines of a section that belong to no heading. */
function proseLines(
  lines: readonly string[],
  headings: readonly SluggedHeading[],
  index: number,
  lastLine: number,
): readonly string[] {
  const prose: string[] = [];
  let next = index;
  for (let line = headings[index]?.line ?? 1; line <= lastLine; line += 1) {
    const heading = headings[next];
    if (heading?.line === line) {
      line += heading.lines - 1;
      next += 1;
      // A paragraph does not run on through a heading.
      prose.push('');
    } else prose.push(lines[line - 1] ?? '');
  }
  return prose;
}
