import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { objectId } from '../git-object.ts';
import { packEntryHeader } from '../pack-entry-header.ts';

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
    parts.push(packEntryHeader(typeNumbers[type], content.length), deflateSync(content, { level: 0 }));
  const bytes = Buffer.concat(parts);
  return Buffer.concat([bytes, createHash(hash).update(bytes).digest()]);
}
