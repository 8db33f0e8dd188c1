import { createHash } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { temporaryIn } from '../host/replace-file.ts';
import { deflateBlob, LEVEL } from './deflate-blob.ts';
import type { HashName, LargeBlob, NewObject } from './git-object.ts';
import { formatPackIndex, type PackedEntry } from './pack-index.ts';

/** An object to store in a pack. */
export type PackObject = NewObject | LargeBlob<Buffer>;

const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;
const MAX_PACK = 1024 ** 3;
const CHUNK = 1024 * 1024;

/** A pack and its index, whole. */
export interface FormattedPack {
  readonly pack: Buffer;
  readonly index: Buffer;
  /** By which git names the pack: `pack-<name>.pack`. */
  readonly name: string;
}

/** Objects as a pack with its index, for objects that fit into memory. */
export function formatPack(hash: HashName, objects: readonly NewObject[]): FormattedPack {
  const different = [...new Map(objects.map((object) => [object.id, object])).values()];
  const parts: Buffer[] = [];
  const pack = startPack(hash, different.length, (bytes) => parts.push(bytes));
  const entries = different.map(({ id, type, content }): PackedEntry => {
    const offset = pack.startEntry(type, content.length);
    pack.write(deflateSync(content, { level: LEVEL }));
    return { id, crc: pack.crc(), offset };
  });
  const checksum = pack.finish();
  return {
    pack: Buffer.concat(parts),
    index: formatPackIndex(hash, entries, checksum),
    name: checksum.toString('hex'),
  };
}

/**
 * Stores objects as git packs, each complete before it gets its name: a crash leaves a temporary file that nothing reads.
 * The name is the hash of the bytes, so that two writers of the same pack do not disturb each other. Nothing is forced to disk:
 * a capture may be swept until it is kept, and keeping does that.
 */
export async function writePacks(directory: string, hash: HashName, objects: readonly PackObject[]): Promise<void> {
  for (let from = 0; from < objects.length;) {
    let to = from;
    // Offsets stay far below the format's limit: a new pack starts after each gibibyte of content.
    for (let bytes = 0; to < objects.length && bytes < MAX_PACK; to += 1) bytes += sizeOf(objects[to]);
    await writePack(directory, hash, objects.slice(from, to));
    from = to;
  }
}

async function writePack(directory: string, hash: HashName, objects: readonly PackObject[]): Promise<void> {
  const temporary = temporaryIn(directory);
  const output = openOutput(`${temporary}.pack`);
  try {
    const pack = startPack(hash, objects.length, output.put);
    const entries: PackedEntry[] = [];
    for (const object of objects) {
      const offset = pack.startEntry(object.type, sizeOf(object));
      if ('content' in object) pack.write(deflateSync(object.content, { level: LEVEL }));
      else await deflateFile(hash, object, pack.write);
      entries.push({ id: object.id, crc: pack.crc(), offset });
    }
    const checksum = pack.finish();
    output.close();
    const index = openOutput(`${temporary}.idx`);
    index.put(formatPackIndex(hash, entries, checksum));
    index.close();
    const name = join(directory, `pack-${checksum.toString('hex')}`);
    renameSync(`${temporary}.pack`, `${name}.pack`);
    renameSync(`${temporary}.idx`, `${name}.idx`);
  } finally {
    output.close();
    for (const end of ['.pack', '.idx']) rmSync(`${temporary}${end}`, { force: true });
  }
}

/** A pack being made: `put` gets its bytes in order. Knows where each entry begins and the checksum of the current one. */
function startPack(hash: HashName, count: number, put: (bytes: Buffer) => void) {
  const digest = createHash(hash);
  let position = 0;
  let crc = 0;
  const write = (bytes: Buffer): void => {
    digest.update(bytes);
    crc = crc32(bytes, crc);
    position += bytes.length;
    put(bytes);
  };
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(count, 8);
  write(header);
  return {
    /** Gives the offset at which the entry begins; its compressed content is to follow. */
    startEntry: (type: NewObject['type'], size: number): number => {
      const offset = position;
      crc = 0;
      write(entryHeader(typeNumbers[type], size));
      return offset;
    },
    write,
    crc: () => crc,
    finish: (): Buffer => {
      const checksum = digest.digest();
      put(checksum);
      return checksum;
    },
  };
}

/** What stands before an object in a pack, type and size: four bits of the size beside the type, then seven in each further byte. */
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let rest = Math.floor(size / 16);
  let byte = (type << 4) | (size & 15);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, byte]);
}

/** A new file; what is put into it is written in large parts. */
function openOutput(path: string) {
  const fd = openSync(path, 'wx', 0o444);
  let isOpen = true;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const flush = (): void => {
    const bytes = pending.length === 1 ? pending[0] : Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    for (let done = 0; bytes !== undefined && done < bytes.length;) done += writeSync(fd, bytes, done);
  };
  return {
    put: (bytes: Buffer): void => {
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= CHUNK) flush();
    },
    close: (): void => {
      if (!isOpen) return;
      isOpen = false;
      try {
        flush();
      } finally {
        closeSync(fd);
      }
    },
  };
}

async function deflateFile(hash: HashName, blob: LargeBlob<Buffer>, write: (bytes: Buffer) => void): Promise<void> {
  const file = await open(blob.file, 'r');
  try {
    const read = async (buffer: Buffer, length: number, position: number): Promise<number> =>
      (await file.read(buffer, 0, length, position)).bytesRead;
    await deflateBlob(blob, { hash, read, write });
  } finally {
    await file.close();
  }
}

function sizeOf(object: PackObject | undefined): number {
  if (object === undefined) return 0;
  return 'content' in object ? object.content.length : object.size;
}
