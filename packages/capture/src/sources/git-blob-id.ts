import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeUtf8 } from '@batonkit/core/text';

/**
 * The id git gives to a file with this text: what `git hash-object --no-filters` prints in a SHA-1 repository. The text
 * is taken as it is, so a checkout that converts line endings gives another id than the one git stores.
 *
 * @example
 * ```ts
 * import { gitBlobId } from '@batonkit/capture';
 *
 * gitBlobId(''); // => 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
 * ```
 */
export function gitBlobId(text: string): string {
  const content = encodeUtf8(text);
  const header = encodeUtf8(`blob ${content.length}\0`);
  return bytesToHex(sha1.create().update(header).update(content).digest());
}
