export { canonicalJson, sha256Hex } from './text/index.ts';
