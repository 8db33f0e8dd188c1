import { BlockScanner } from './block-scanner.ts';
import { findDocumentStart } from './front-matter.ts';

/** Reads a whole document block by block; the scanner then knows its headings. Linear in the length of the input. */
export function scanBlocks(markdown: string): BlockScanner {
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
  return scanner;
}
