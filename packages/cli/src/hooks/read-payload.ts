import type { Payload } from './harness-codec.ts';

/** Larger payloads are refused; harnesses send what a tool printed, so that some megabytes are usual. */
export const MAX_PAYLOAD_BYTES = 32 * 1024 * 1024;

/** Where a payload comes from: the chunks of a stream, at once or one after the other. */
export type PayloadSource = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

/** Reads one JSON object; throws an Error that says what is wrong with it. */
export async function readPayload(source: PayloadSource): Promise<Payload> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > MAX_PAYLOAD_BYTES) throw new Error(`The input has more than ${MAX_PAYLOAD_BYTES} bytes.`);
    chunks.push(bytes);
  }
  let value: unknown;
  try {
    value = JSON.parse(
      Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    );
  } catch {
    throw new Error('The input is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The input is not a JSON object.');
  return value as Payload;
}
