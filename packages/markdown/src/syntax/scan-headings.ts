import { renderInlineText } from './render-inline-text.ts';
import { scanBlocks } from './scan-blocks.ts';
import type { ScannedHeading } from './scanned-heading.ts';

/** The headings of a document whose texts are rendered when asked for. */
export interface ScannedDocument {
  readonly headings: readonly ScannedHeading[];
  readonly textOf: (heading: ScannedHeading) => string;
}

/** Finds the headings that are direct children of the document. Linear in the length of the input. */
export function scanHeadings(markdown: string): ScannedDocument {
  const scanner = scanBlocks(markdown);
  const textOf = ({ textStart, textEnd }: ScannedHeading): string =>
    renderInlineText(markdown.slice(textStart, textEnd), () => scanner.definedLabels());
  return { headings: scanner.headings, textOf };
}
