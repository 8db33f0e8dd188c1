import { createHash } from 'node:crypto';
import { errnoOf, gitProblem } from '../host/git-problem.ts';
import { objectId, startObjectHash } from '../objects/git-object.ts';
import type { TreeEntry } from '../objects/git-tree.ts';
import type { FileNow } from '../worktree/seen-file.ts';
import { type Conversions, MarkFinder } from './conversions.ts';
import { asBuffer, type FileStat, statOf, type WorktreeFs } from '../host/worktree-fs.ts';

/** How a file is read. */
export interface ReadOptions {
  /** The mode to report, by what is on disk. */
  readonly modeOf: (stat: FileStat) => string;
  /** What git already has: of a file that is just so, the SHA-256 is left empty. */
  readonly known: TreeEntry | null;
  readonly conversions: Conversions | null;
  /** Tells by size whether to hold the bytes. */
  readonly keepContent: (size: number) => boolean;
}

const ATTEMPTS = 4;
const CHUNK = 1024 * 1024;

/**
 * Reads a file or link so that what comes back was there at one moment; it is read again when its status changed meanwhile. `null`
 * when there is nothing or a directory. Never more than one part of a file is held, unless its content is asked for.
 */
export function readStableFile(fs: WorktreeFs, path: string, options: ReadOptions): FileNow | null {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = statOf(fs, path);
    if (before === undefined || before.isDirectory()) return null;
    if (!before.isFile() && !before.isSymbolicLink())
      throw gitProblem('unsupported', `${path} is neither a file, a link nor a directory`);
    try {
      const now = before.isSymbolicLink() ? readLink(fs, path, before, options) : readFile(fs, path, before, options);
      const after = statOf(fs, path);
      if (now !== null && after !== undefined && isSameFile(before, after)) return now;
    } catch (error) {
      if (!/^(ENOENT|ENOTDIR|EINVAL|ELOOP)$/.test(errnoOf(error) ?? '')) throw error;
    }
  }
  throw gitProblem('changed-meanwhile', path);
}

/** What changes in a file's status whenever somebody writes to it. */
export function fingerprintOf(stat: FileStat): string {
  return `${stat.dev}:${stat.ino}:${stat.mode}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

function isSameFile(a: FileStat, b: FileStat): boolean {
  return (
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.mode === b.mode &&
    a.dev === b.dev
  );
}

function readLink(fs: WorktreeFs, path: string, stat: FileStat, { modeOf, known }: ReadOptions): FileNow {
  const content = asBuffer(fs.readlinkSync(path, { encoding: 'buffer' }));
  const id = objectId('sha1', 'blob', content);
  const mode = modeOf(stat);
  const isKnown = id === known?.id && mode === known.mode;
  const sha256 = isKnown ? '' : createHash('sha256').update(content).digest('hex');
  return { ...common(stat, mode, isKnown), id, size: content.length, sha256, content };
}

function readFile(fs: WorktreeFs, path: string, stat: FileStat, options: ReadOptions): FileNow | null {
  const size = Number(stat.size);
  const isHeld = options.keepContent(size);
  const buffer = Buffer.allocUnsafe(isHeld ? size : Math.min(size, CHUNK));
  const isWhole = buffer.length === size;
  const idHash = startObjectHash('sha1', 'blob', size);
  // The longer hash is worked out along the way only where the bytes are not at hand afterwards.
  const sha = isWhole ? null : createHash('sha256');
  const marks = options.conversions?.isWatching === true ? new MarkFinder() : null;
  const fd = fs.openSync(path, 'r');
  try {
    for (let read = 0; read < size;) {
      const offset = isWhole ? read : 0;
      const count = fs.readSync(fd, buffer, offset, Math.min(buffer.length - offset, size - read), read);
      if (count === 0) return null;
      const part = buffer.subarray(offset, offset + count);
      idHash.update(part);
      sha?.update(part);
      marks?.add(part);
      read += count;
    }
  } finally {
    fs.closeSync(fd);
  }
  const id = idHash.digest('hex');
  const mode = options.modeOf(stat);
  const isKnown = id === options.known?.id && mode === options.known.mode;
  const sha256 = isKnown ? '' : (sha ?? createHash('sha256').update(buffer)).digest('hex');
  if (marks !== null) options.conversions?.require(path, marks);
  return { ...common(stat, mode, isKnown), id, size, sha256, content: isHeld ? buffer : null };
}

function common(stat: FileStat, mode: string, isKnown: boolean) {
  return { mode, fingerprint: isKnown ? null : fingerprintOf(stat), changedAt: Number(stat.ctimeMs) };
}
