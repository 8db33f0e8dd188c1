import { type BigIntStats, closeSync, constants, openSync, readlinkSync, readSync } from 'node:fs';
import { createHash, type Hash } from 'node:crypto';
import { errnoOf, gitProblem } from '../host/git-problem.ts';
import { type HashName, startObjectHash } from '../objects/git-object.ts';
import { statIfThere } from './stat-in-tree.ts';
import { toTreePath } from '../objects/tree-path.ts';

/** A file or link as it was at one moment. */
export interface StableFile {
  readonly kind: 'file' | 'link';
  readonly executable: boolean;
  readonly size: number;
  readonly sha256: string;
  /** Git's id of these very bytes, without any conversion; empty when not asked for. */
  readonly rawId: string;
  /** The bytes, when they are few enough to hold. */
  readonly content: Buffer | null;
  /** Changes whenever the file is written, replaced or chmodded. */
  readonly fingerprint: string;
  /** When its content, name or mode last changed, by the clock of the file system; nobody can set it back. */
  readonly changedAt: number;
}

/** How {@link readStableFile} reads. */
export interface ReadOptions {
  /** Which hash git's id is made with; `null` when nobody asks for it. */
  readonly hash: HashName | null;
  /** Tells by size whether to hand the bytes out, too. */
  readonly keepContent: (size: number) => boolean;
}

const ATTEMPTS = 4;
const CHUNK = 1024 * 1024;

/**
 * Reads a file so that what comes back was there at one moment: a file whose inode, size or times differ after reading is read
 * again. `null` when there is no file or link at the path; other kinds of files are refused.
 */
export function readStableFile(path: Buffer, options: ReadOptions): StableFile | null {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = statIfThere(path);
    if (before === undefined || before.isDirectory()) return null;
    try {
      const file = before.isSymbolicLink() ? readLink(path, before, options) : readFile(path, before, options);
      const after = statIfThere(path);
      if (file !== null && after !== undefined && fingerprintOf(after) === file.fingerprint) return file;
    } catch (error) {
      // Gone or replaced between two calls: look again.
      if (!/^(ENOENT|ENOTDIR|EINVAL|ELOOP)$/.test(errnoOf(error) ?? '')) throw error;
    }
  }
  throw gitProblem('changed-meanwhile', toTreePath(path));
}

/** What changes in a file's status whenever somebody writes to it. Its times of access do not count. */
export function fingerprintOf(stat: BigIntStats): string {
  return `${stat.dev}:${stat.ino}:${stat.mode}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

function readLink(path: Buffer, stat: BigIntStats, { hash }: ReadOptions): StableFile {
  const content = readlinkSync(path, 'buffer');
  return {
    kind: 'link',
    executable: false,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    rawId: blobHash(hash, content.length)?.update(content).digest('hex') ?? '',
    content,
    fingerprint: fingerprintOf(stat),
    changedAt: Number(stat.ctimeMs),
  };
}

function readFile(path: Buffer, stat: BigIntStats, options: ReadOptions): StableFile | null {
  if (!stat.isFile()) throw gitProblem('unsupported', `${toTreePath(path)} is neither a file, a link nor a directory`);
  const size = Number(stat.size);
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const sha = createHash('sha256');
    const id = blobHash(options.hash, size);
    const whole = options.keepContent(size) ? Buffer.allocUnsafe(size) : null;
    const chunk = whole ?? Buffer.allocUnsafe(Math.min(CHUNK, size + 1));
    let read = 0;
    while (read < size) {
      const offset = whole === null ? 0 : read;
      const count = readSync(fd, chunk, offset, Math.min(chunk.length - offset, size - read), read);
      if (count === 0) return null;
      const part = chunk.subarray(offset, offset + count);
      sha.update(part);
      id?.update(part);
      read += count;
    }
    return {
      kind: 'file',
      executable: (Number(stat.mode) & 0o100) !== 0,
      size,
      sha256: sha.digest('hex'),
      rawId: id?.digest('hex') ?? '',
      content: whole,
      fingerprint: fingerprintOf(stat),
      changedAt: Number(stat.ctimeMs),
    };
  } finally {
    closeSync(fd);
  }
}

function blobHash(hash: ReadOptions['hash'], size: number): Hash | null {
  return hash === null ? null : startObjectHash(hash, 'blob', size);
}
