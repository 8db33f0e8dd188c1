export {
  attributeChain,
  type AttributedFile,
  BEFORE_WORKFLOW,
  type ChainStep,
  type FileContent,
  type LineCount,
  type LineSpan,
  OUTSIDE_WORKFLOW,
  sumLines,
} from './attribute-chain.ts';
export { formatBlame, formatTrailers } from './format-attribution.ts';
export { matchLines } from './match-lines.ts';
