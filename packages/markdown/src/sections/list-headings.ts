import { scanHeadings } from '../syntax/scan-headings.ts';

/** A heading of a markdown document. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** The text a reader sees: markup, escapes and entities resolved, line breaks as spaces, an image as its alt text. */
  readonly text: string;
  /** 1-based number of the heading's first line. */
  readonly line: number;
  /** UTF-16 offset of the start of its first line. */
  readonly start: number;
  /** UTF-16 offset of the end of its last line (of the underline, for a setext heading), line ending excluded. */
  readonly end: number;
}

/**
 * The CommonMark headings, ATX and setext, that are direct children of the document, in document order.
 *
 * Headings inside block quotes, lists, code, HTML and link reference definitions are none of the document's own; front
 * matter between `---` or `+++` lines that starts on line 1 is skipped, and so is a byte order mark. Lines end in LF,
 * CRLF or CR. Never throws; linear in the length of the input.
 *
 * @example
 * ```ts
 * import { listHeadings } from '@batonkit/markdown';
 *
 * listHeadings('Intro\n=====\n\n## `a` &amp; *b* ##').map(({ level, text, line }) => ({ level, text, line })); // => [{ level: 1, text: 'Intro', line: 1 }, { level: 2, text: 'a & b', line: 4 }]
 * listHeadings('> # quoted\n\n    # code'); // => []
 * ```
 */
export function listHeadings(markdown: string): Heading[] {
  const { headings, textOf } = scanHeadings(markdown);
  return headings.map((heading) => {
    const { level, line, start, end } = heading;
    return { level, text: textOf(heading), line, start, end };
  });
}
