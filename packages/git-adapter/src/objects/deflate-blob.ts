import { once } from 'node:events';
import { createDeflate } from 'node:zlib';
import { gitProblem } from '../host/git-problem.ts';
import { type HashName, type LargeBlob, startObjectHash } from './git-object.ts';

/** How hard objects are compressed: fast, and within a few percent of the default on source text. */
export const LEVEL = 3;
const CHUNK = 1024 * 1024;

/** Where the bytes of a large blob come from and go to. */
export interface BlobStream {
  readonly hash: HashName;
  /** Reads into the buffer from a position in the file; tells how many bytes. */
  readonly read: (buffer: Buffer, length: number, position: number) => number | Promise<number>;
  /** Takes compressed bytes. */
  readonly write: (bytes: Buffer) => void;
  /** Compressed before the content. */
  readonly header?: Buffer;
}

/** Compresses a blob that is too large to hold, part by part. Its content must still be what its id says. */
export async function deflateBlob(
  { id, size, file }: LargeBlob<string | Buffer>,
  { hash, read, write, header }: BlobStream,
): Promise<void> {
  const found = startObjectHash(hash, 'blob', size);
  const deflate = createDeflate({ level: LEVEL });
  const ended = once(deflate, 'end');
  deflate.on('data', write);
  if (header !== undefined) deflate.write(header);
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size));
  for (let done = 0; done < size;) {
    const count = await read(buffer, Math.min(CHUNK, size - done), done);
    if (count === 0) break;
    const part = buffer.subarray(0, count);
    found.update(part);
    // Only when a part is compressed may the next one take its place.
    await new Promise<void>((resolve, reject) => deflate.write(part, (error) => (error ? reject(error) : resolve())));
    done += count;
  }
  deflate.end();
  await ended;
  if (found.digest('hex') !== id) throw gitProblem('changed-meanwhile', file.toString('utf8'));
}
