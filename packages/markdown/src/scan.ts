export { markFencedLines, splitLines, TOP_LEVEL_FENCE } from './fenced-lines.ts';
export { type DocumentStart, findDocumentStart } from './front-matter.ts';
export { type IdentifierMatch, matchIdentifier } from './match-identifier.ts';
export { readPrdSection } from './prd-section.ts';
export { renderInlineText } from './render-inline-text.ts';
export { type BlockRange, scanBlocks } from './scan-blocks.ts';
export type { ScannedHeading } from './scanned-heading.ts';
