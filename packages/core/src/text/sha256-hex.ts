import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './encode-utf8.ts';

interface NodeCrypto {
  createHash(algorithm: 'sha256'): { update(data: string | Uint8Array): { digest(encoding: 'hex'): string } };
}

interface RuntimeWithBuiltins {
  process?: { getBuiltinModule?: (name: string) => unknown };
}

const nodeCrypto = (globalThis as RuntimeWithBuiltins).process?.getBuiltinModule?.('node:crypto') as
  NodeCrypto | undefined;

/**
 * SHA-256 as 64 lower-case hex digits. A string is hashed as its UTF-8 bytes.
 *
 * Uses Node's own implementation where there is one and a portable one elsewhere; both give the same digits.
 *
 * @example
 * ```ts
 * import { sha256Hex } from '@batonkit/core/text';
 *
 * sha256Hex('abc'); // => 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
 * ```
 */
export function sha256Hex(data: string | Uint8Array): string {
  if (nodeCrypto !== undefined) return nodeCrypto.createHash('sha256').update(data).digest('hex');
  return portableSha256Hex(data);
}

/** What {@link sha256Hex} falls back to; exported for the test that compares the two. */
export function portableSha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === 'string' ? encodeUtf8(data) : data));
}
