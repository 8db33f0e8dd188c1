import { createHash, type Hash, randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { gitProblem } from '../git-problem.ts';
import { packEntryHeader } from '../pack-entry-header.ts';
import { formatPackIndex, type PackedEntry } from './pack-index.ts';

/** An object to store: its bytes, or the large file on disk that holds them. */
export interface PackObject {
  readonly id: string;
  readonly type: 'blob' | 'tree';
  readonly size: number;
  readonly content: Buffer | { readonly file: Buffer };
}

/** Fast, and within a few percent of the default on source text. */
const LEVEL = 3;
const typeNumbers = { tree: 2, blob: 3 } as const;
const MAX_PACK = 1024 ** 3;
const CHUNK = 1024 * 1024;

/**
 * Stores objects as git packs, each complete before it gets its name: a crash leaves a temporary file that nothing reads.
 * The name is the hash of the bytes, so that two writers of the same pack do not disturb each other. Nothing is forced to disk:
 * a capture may be swept until it is kept, and keeping does that.
 */
export async function writePacks(
  directory: string,
  hash: 'sha1' | 'sha256',
  objects: readonly PackObject[],
): Promise<void> {
  for (let from = 0; from < objects.length;) {
    let to = from;
    // Offsets stay far below the format's limit: a new pack starts after each gibibyte of content.
    for (let bytes = 0; to < objects.length && bytes < MAX_PACK; to += 1) bytes += objects[to]?.size ?? 0;
    await writePack(directory, hash, objects.slice(from, to));
    from = to;
  }
}

async function writePack(directory: string, hash: 'sha1' | 'sha256', objects: readonly PackObject[]): Promise<void> {
  const temporary = join(directory, `tmp_${process.pid}_${randomBytes(8).toString('hex')}`);
  const output = openOutput(`${temporary}.pack`, createHash(hash));
  try {
    const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
    header.writeUInt32BE(objects.length, 8);
    output.write(header);
    const entries: PackedEntry[] = [];
    for (const { id, type, size, content } of objects) {
      const offset = output.startEntry();
      output.write(packEntryHeader(typeNumbers[type], size));
      if (Buffer.isBuffer(content)) output.write(deflateSync(content, { level: LEVEL }));
      else await deflateFile(content.file, size, createHash(hash).update(`${type} ${size}\0`), id, output.write);
      entries.push({ id, crc: output.crc(), offset });
    }
    const checksum = output.finish();
    const index = openOutput(`${temporary}.idx`, createHash(hash));
    index.write(formatPackIndex(hash, entries, checksum));
    index.close();
    const name = join(directory, `pack-${checksum.toString('hex')}`);
    renameSync(`${temporary}.pack`, `${name}.pack`);
    renameSync(`${temporary}.idx`, `${name}.idx`);
  } finally {
    output.close();
    for (const end of ['.pack', '.idx']) rmSync(`${temporary}${end}`, { force: true });
  }
}

/** A file being written, with the running hash of all its bytes and the checksum of the current entry. */
function openOutput(path: string, hash: Hash) {
  const fd = openSync(path, 'wx', 0o444);
  let position = 0;
  let crc = 0;
  let isOpen = true;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const flush = (): void => {
    const bytes = pending.length === 1 ? pending[0] : Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    for (let done = 0; bytes !== undefined && done < bytes.length;) done += writeSync(fd, bytes, done);
  };
  const put = (bytes: Buffer): void => {
    pending.push(bytes);
    pendingBytes += bytes.length;
    position += bytes.length;
    if (pendingBytes >= CHUNK) flush();
  };
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    try {
      flush();
    } finally {
      closeSync(fd);
    }
  };
  return {
    write: (bytes: Buffer): void => {
      hash.update(bytes);
      crc = crc32(bytes, crc);
      put(bytes);
    },
    startEntry: (): number => {
      crc = 0;
      return position;
    },
    crc: () => crc,
    finish: (): Buffer => {
      const checksum = hash.digest();
      put(checksum);
      close();
      return checksum;
    },
    close,
  };
}

/** Compresses a file that is too large to hold; its content must still be what `id` says. */
async function deflateFile(
  path: Buffer,
  size: number,
  hash: Hash,
  id: string,
  write: (bytes: Buffer) => void,
): Promise<void> {
  const deflate = createDeflate({ level: LEVEL });
  const ended = once(deflate, 'end');
  deflate.on('data', write);
  const file = await open(path, 'r');
  try {
    for (let read = 0; read < size;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, Math.min(CHUNK, size - read), read);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      if (!deflate.write(chunk)) await once(deflate, 'drain');
      read += bytesRead;
    }
    deflate.end();
    await ended;
  } finally {
    await file.close();
  }
  if (hash.digest('hex') !== id) throw gitProblem('changed-meanwhile', path.toString('utf8'));
}
