export { extractSection, extractSectionWithFallback } from './extract-section.ts';
export { type Heading, listHeadings } from './list-headings.ts';
