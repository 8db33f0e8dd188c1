export { canonicalJson } from './canonical-json.ts';
export { sha256Hex } from './sha256-hex.ts';
