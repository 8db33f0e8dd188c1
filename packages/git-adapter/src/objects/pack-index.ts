import { createHash } from 'node:crypto';

/** Where an object lies in a pack. */
export interface PackedEntry {
  readonly id: string;
  readonly crc: number;
  readonly offset: number;
}

const MAGIC = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
const FANOUT_AT = 8;
const IDS_AT = FANOUT_AT + 256 * 4;

/** Writes a pack's index, version 2 of git's format. Offsets must be below 2 GiB. */
export function formatPackIndex(
  hash: 'sha1' | 'sha256',
  entries: readonly PackedEntry[],
  packChecksum: Buffer,
): Buffer {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
  const fanout = Buffer.alloc(256 * 4);
  const counts = new Uint32Array(256);
  for (const { id } of sorted) counts[Number.parseInt(id.slice(0, 2), 16)]! += 1;
  let total = 0;
  counts.forEach((count, byte) => fanout.writeUInt32BE((total += count), byte * 4));
  const numbers = Buffer.alloc(sorted.length * 8);
  sorted.forEach(({ crc, offset }, index) => {
    numbers.writeUInt32BE(crc, index * 4);
    numbers.writeUInt32BE(offset, (sorted.length + index) * 4);
  });
  const body = Buffer.concat([MAGIC, fanout, ...sorted.map(({ id }) => Buffer.from(id, 'hex')), numbers, packChecksum]);
  return Buffer.concat([body, createHash(hash).update(body).digest()]);
}

/** Tells whether the pack of this index holds an object. */
export function indexHas(index: Buffer, id: Buffer): boolean {
  const first = id[0] ?? 0;
  let low = first === 0 ? 0 : index.readUInt32BE(FANOUT_AT + (first - 1) * 4);
  let high = index.readUInt32BE(FANOUT_AT + first * 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = IDS_AT + middle * id.length;
    const order = id.compare(index, at, at + id.length);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}

/** Every object id of an index. */
export function idsOfIndex(index: Buffer, idBytes: number): string[] {
  const count = index.readUInt32BE(FANOUT_AT + 255 * 4);
  return Array.from({ length: count }, (_, at) =>
    index.toString('hex', IDS_AT + at * idBytes, IDS_AT + (at + 1) * idBytes),
  );
}

/** True for the one format that is read here. */
export function isPackIndex(index: Buffer): boolean {
  return index.length > IDS_AT && index.subarray(0, 8).equals(MAGIC);
}
