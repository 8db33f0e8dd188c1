import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { objectId } from '../git-object.ts';

/** An object to be stored. */
export interface NewObject {
  readonly type: keyof typeof typeNumbers;
  readonly id: string;
  readonly content: Buffer;
}

const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** An object with its id. */
export function newObject(hash: 'sha1' | 'sha256', type: NewObject['type'], content: Buffer): NewObject {
  return { type, id: objectId(hash, type, content), content };
}

/** Objects as the stream that `git unpack-objects` reads. Not compressed: git packs them anew, the way the user set it. */
export function formatPackStream(hash: 'sha1' | 'sha256', objects: readonly NewObject[]): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  for (const { type, content } of objects)
    parts.push(entryHeader(typeNumbers[type], content.length), deflateSync(content, { level: 0 }));
  const bytes = Buffer.concat(parts);
  return Buffer.concat([bytes, createHash(hash).update(bytes).digest()]);
}

/** Type and size: four bits of the size beside the type, then seven in each further byte. */
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
