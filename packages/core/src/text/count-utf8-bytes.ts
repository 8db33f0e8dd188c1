import { encodeUtf8 } from './encode-utf8.ts';

interface RuntimeWithBuffer {
  Buffer?: { byteLength?: (text: string) => number };
}

const nodeCount = (globalThis as RuntimeWithBuffer).Buffer?.byteLength;

/**
 * How many bytes {@link encodeUtf8} would give, without making them where the runtime can count.
 *
 * @example
 * ```ts
 * import { countUtf8Bytes } from '@batonkit/core/text';
 *
 * countUtf8Bytes('é'); // => 2
 * ```
 */
export function countUtf8Bytes(text: string): number {
  return nodeCount === undefined ? encodeUtf8(text).length : nodeCount(text);
}
