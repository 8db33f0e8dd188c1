export { canonicalJson } from './canonical-json.ts';
export { matchGlob } from './match-glob.ts';
export { normalizeDiff } from './normalize-diff.ts';
export { normalizeMultiline } from './normalize-multiline.ts';
export type { NormalizeMultilineOptions } from './normalize-multiline.ts';
export { scopeHash } from './scope-hash.ts';
export { sha256Hex } from './sha256-hex.ts';
export { wrapText } from './wrap-text.ts';
