/** No document that people or agents hand over is larger; more is a mistake, such as the wrong file. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** Reads a stream to its end, or until it is known to be too large. */
export async function readUpTo(chunks: AsyncIterable<Uint8Array>, limit = MAX_INPUT_BYTES): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return Buffer.concat(read);
}
