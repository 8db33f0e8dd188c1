export { markFencedLines, splitLines, TOP_LEVEL_FENCE } from './syntax/fenced-lines.ts';
export { type DocumentStart, findDocumentStart } from './syntax/front-matter.ts';
export { type IdentifierMatch, matchIdentifier } from './sections/match-identifier.ts';
export { readPrdSection } from './sections/prd-section.ts';
export { renderInlineText } from './syntax/render-inline-text.ts';
export { type BlockRange, scanBlocks } from './syntax/scan-blocks.ts';
export type { ScannedHeading } from './syntax/scanned-heading.ts';
