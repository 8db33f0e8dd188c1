import { BlockScanner } from './block-scanner.ts';
import { findDocumentStart } from './front-matter.ts';
import { renderInlineText } from './render-inline-text.ts';
import type { ScannedHeading } from './scanned-heading.ts';

/** The headings of a document whose texts are rendered when asked for. */
export interface ScannedDocument {
  readonly headings: readonly ScannedHeading[];
  readonly textOf: (heading: ScannedHeading) => string;
}

/** Finds the headings that are direct children of the document. Linear in the length of the input. */
export function scanHeadings(markdown: string): ScannedDocument {
  const scanner = new BlockScanner(markdown);
  let { offset, line } = findDocumentStart(markdown);
  let lineFeed = markdown.indexOf('\n', offset);
  let carriageReturn = markdown.indexOf('\r', offset);
  for (; offset < markdown.length; line += 1) {
    if (lineFeed !== -1 && lineFeed < offset) lineFeed = markdown.indexOf('\n', offset);
    if (carriageReturn !== -1 && carriageReturn < offset) carriageReturn = markdown.indexOf('\r', offset);
    const isReturn = carriageReturn !== -1 && (lineFeed === -1 || carriageReturn < lineFeed);
    const end = isReturn ? carriageReturn : lineFeed === -1 ? markdown.length : lineFeed;
    scanner.readLine(offset, end, line);
    offset = end + (isReturn && lineFeed === carriageReturn + 1 ? 2 : 1);
  }
  scanner.close();
  const textOf = ({ textStart, textEnd }: ScannedHeading): string =>
    renderInlineText(markdown.slice(textStart, textEnd), () => scanner.definedLabels());
  return { headings: scanner.headings, textOf };
}
