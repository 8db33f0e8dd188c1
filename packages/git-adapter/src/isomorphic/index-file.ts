import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { gitProblem } from '../host/git-problem.ts';
import { toTreePath } from '../objects/tree-path.ts';
import type { FileStat } from '../host/worktree-fs.ts';

/** What git's index says about one path. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
  readonly intentToAdd: boolean;
  /** Git was told not to look at it; this engine looks all the same. */
  readonly assumeUnchanged: boolean;
  /** Where its numbers are in the file: git compares them with those of the file on disk. */
  readonly offset: number;
}

/** An index that was read. */
export interface IndexFile {
  readonly entries: readonly IndexEntry[];
  /** True when a file still has the very status under which git last read it, and was older than the index even then. */
  readonly isCurrent: (entry: IndexEntry, stat: FileStat) => boolean;
}

const ID_BYTES = 20;
const NAME_AT = 40 + ID_BYTES + 2;

/** Reads an index of version 2, 3 or 4. What cannot be told exactly is refused: unmerged and sparse entries, a split index. */
export function parseIndexFile(content: Buffer | null, stat: FileStat | undefined): IndexFile {
  if (content === null) return { entries: [], isCurrent: () => false };
  const version = content.length < 12 + ID_BYTES ? 0 : content.readUInt32BE(4);
  if (content.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4)
    throw gitProblem('unsupported', `the index has a format that is not known here (version ${version})`);
  requireWhole(content);
  const entries: IndexEntry[] = [];
  let at = 12;
  let previous: Buffer = Buffer.alloc(0);
  for (let left = content.readUInt32BE(8); left > 0; left -= 1) {
    if (at + NAME_AT > content.length) throw damaged();
    const flags = content.readUInt16BE(at + 60);
    const isExtended = version > 2 && (flags & 0x4000) !== 0;
    const more = isExtended ? content.readUInt16BE(at + NAME_AT) : 0;
    let start = at + NAME_AT + (isExtended ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      let byte = content[start++] ?? 0;
      let strip = byte & 0x7f;
      for (; (byte & 0x80) !== 0; strip = (strip + 1) * 128 + (byte & 0x7f)) byte = content[start++] ?? 0;
      kept = previous.length - strip;
    }
    const end = content.indexOf(0, start);
    if (end === -1 || kept < 0) throw damaged();
    const own = content.subarray(start, end);
    const name = version === 4 ? Buffer.concat([previous.subarray(0, kept), own]) : own;
    previous = name;
    const path = name.toString('utf8');
    if (path.includes('\ufffd') && !isUtf8(name))
      throw gitProblem('unsupported', `the name ${toTreePath(name)} is not valid UTF-8; use the native engine`);
    const mode = content
      .readUInt32BE(at + 24)
      .toString(8)
      .padStart(6, '0');
    if ((flags & 0x3000) !== 0) throw gitProblem('unmerged', path);
    if (mode === '160000') throw gitProblem('unsupported', `${path} is a submodule; use the native engine`);
    if (mode === '040000' || (more & 0x4000) !== 0)
      throw gitProblem('unsupported', `${path} is left out by a sparse checkout; use the native engine`);
    const id = content.toString('hex', at + 40, at + 60);
    entries.push({
      path,
      mode,
      id,
      intentToAdd: (more & 0x2000) !== 0,
      assumeUnchanged: (flags & 0x8000) !== 0,
      offset: at,
    });
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  for (; at + 8 <= content.length - ID_BYTES; at += 8 + content.readUInt32BE(at + 4)) {
    const extension = content.toString('latin1', at, at + 4);
    // By git's rule a reader may pass over extensions whose first letter is upper-case, and no others.
    if (!/^[A-Z]/.test(extension))
      throw gitProblem('unsupported', `the index is split or sparse (${extension}); use the native engine`);
  }
  const writtenAt = stat === undefined ? 0 : Number(stat.mtimeNs / 1_000_000_000n);
  return { entries, isCurrent: (entry, file) => isCurrent(content, entry.offset, writtenAt, file) };
}

function isCurrent(index: Buffer, at: number, writtenAt: number, file: FileStat): boolean {
  const second = 1_000_000_000n;
  const low = (value: bigint): number => Number(value & 0xffff_ffffn);
  const modified = index.readUInt32BE(at + 8);
  return (
    modified < writtenAt && // in the same second a file may have changed after git read it
    modified === low(file.mtimeNs / second) &&
    index.readUInt32BE(at + 12) === Number(file.mtimeNs % second) &&
    index.readUInt32BE(at) === low(file.ctimeNs / second) &&
    index.readUInt32BE(at + 4) === Number(file.ctimeNs % second) &&
    index.readUInt32BE(at + 20) === low(file.ino) &&
    index.readUInt32BE(at + 28) === low(file.uid) &&
    index.readUInt32BE(at + 32) === low(file.gid) &&
    index.readUInt32BE(at + 36) === low(file.size)
  );
}

/** The last bytes are the hash of all before; git leaves them zero when told to skip hashing. */
function requireWhole(content: Buffer): void {
  const end = content.length - ID_BYTES;
  const sum = content.subarray(end);
  if (sum.some((byte) => byte !== 0) && !createHash('sha1').update(content.subarray(0, end)).digest().equals(sum))
    throw damaged();
}

function damaged() {
  return gitProblem('command-failed', 'the index is damaged');
}
