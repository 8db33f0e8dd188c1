import { encodeUtf8 } from './encode-utf8.ts';

interface RuntimeWithBuffer {
  Buffer?: { byteLength?: (text: string) => number };
}

const nodeCount = (globalThis as RuntimeWithBuffer).Buffer?.byteLength;

/** How many bytes {@link encodeUtf8} would give, without making them where the runtime can count. */
export function countUtf8Bytes(text: string): number {
  return nodeCount === undefined ? encodeUtf8(text).length : nodeCount(text);
}
