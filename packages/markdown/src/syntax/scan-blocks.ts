import { BlockScanner } from './block-scanner.ts';
import { findDocumentStart } from './front-matter.ts';

/** A piece of a document that starts where no block is open (at its beginning, or at a heading) and ends with a line. */
export interface BlockRange {
  readonly offset: number;
  readonly line: number;
  readonly until: number;
}

/**
 * Reads a document, or a range of it, block by block; the scanner then knows its headings. Linear in the length of the input.
 *
 * @example
 * ```ts
 * import { scanBlocks } from '@batonkit/markdown/scan';
 *
 * scanBlocks('# One\n\n~~~\n# code\n~~~\n\n## Two\n').headings.map(({ line }) => line); // => [1, 7]
 * ```
 */
export function scanBlocks(markdown: string, range?: BlockRange): BlockScanner {
  const scanner = new BlockScanner(markdown);
  let { offset, line } = range ?? findDocumentStart(markdown);
  const until = Math.min(range?.until ?? Infinity, markdown.length);
  let lineFeed = markdown.indexOf('\n', offset);
  let carriageReturn = markdown.indexOf('\r', offset);
  for (; offset < until; line += 1) {
    if (lineFeed !== -1 && lineFeed < offset) lineFeed = markdown.indexOf('\n', offset);
    if (carriageReturn !== -1 && carriageReturn < offset) carriageReturn = markdown.indexOf('\r', offset);
    const isReturn = carriageReturn !== -1 && (lineFeed === -1 || carriageReturn < lineFeed);
    const end = isReturn ? carriageReturn : lineFeed === -1 ? markdown.length : lineFeed;
    scanner.readLine(offset, end, line);
    offset = end + (isReturn && lineFeed === carriageReturn + 1 ? 2 : 1);
  }
  scanner.close();
  return scanner;
}
