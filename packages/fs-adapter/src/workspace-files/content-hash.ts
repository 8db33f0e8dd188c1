import { sha256Hex } from '@batonkit/core/text';

const LARGEST_KEPT = 1024 * 1024;

/**
 * SHA-256 that remembers its last content: a file is read, changed and compared with what was read, and comparing bytes takes a
 * tenth of hashing them.
 */
export function createContentHash(): (bytes: Buffer) => string {
  let last: { readonly bytes: Buffer; readonly sha: string } | null = null;
  return (bytes) => {
    if (last?.bytes.equals(bytes) === true) return last.sha;
    const sha = sha256Hex(bytes);
    if (bytes.length <= LARGEST_KEPT) last = { bytes, sha };
    return sha;
  };
}
