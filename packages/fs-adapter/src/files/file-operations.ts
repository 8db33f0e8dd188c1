import fs from 'node:fs';
import { promisify } from 'node:util';

/** A file that is being written. */
export interface OpenFile {
  /** Writes what the disk takes and answers how many bytes that were; it may be fewer than given. */
  write(bytes: Uint8Array): Promise<number>;
  /** Returns when the content survives a loss of power. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A name as the file system has it; a link is never followed. */
export interface SeenEntry {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** Tells this entry from another of the same name. */
  readonly inode: number;
  /** When the entry or, for a directory, a name in it last changed, in milliseconds since the epoch. Nobody can set it. */
  readonly changedAt: number;
}

/**
 * Everything the task store asks of a file system. Each call rejects with Node's own error (`code`, `path`), but for
 * `writtenAt`, `look`, `list`, `entries` and `exists`, which know one kind of absence: `ENOENT`. The fault lab wraps this object.
 */
export interface FileOperations {
  /** Makes a new file for its owner alone; `EEXIST` when the name is taken. */
  create(path: string): Promise<OpenFile>;
  /** Reads a regular file; `EFTYPE` for anything else, links and pipes too, and `EFBIG` when it is larger than any file of a store. */
  read(path: string): Promise<Buffer>;
  /** Puts a few bytes in place of what a regular file holds, and makes the file where there is none. Neither atomic nor durable. */
  overwrite(path: string, bytes: Uint8Array): Promise<void>;
  /** What the name stands for; null when there is none. */
  look(path: string): Promise<SeenEntry | null>;
  /** Whether the name is taken, be it by a dangling link. */
  exists(path: string): Promise<boolean>;
  /** When the file was last written, in milliseconds since the epoch; null when there is none. */
  writtenAt(path: string): Promise<number | null>;
  /** The names in a directory; none when there is no directory. */
  list(path: string): Promise<string[]>;
  /** The names in a directory with their kinds; none when there is no directory. */
  entries(path: string): Promise<readonly { readonly name: string; readonly kind: SeenEntry['kind'] }[]>;
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes a directory for its owner alone; `EEXIST` when the name is taken. */
  makeDirectory(path: string): Promise<void>;
  /** Returns when the names in a directory survive a loss of power. */
  syncDirectory(path: string): Promise<void>;
}

/**
 * The file system of this machine. What may wait for the disk (fsync, large contents) runs in the background; names and small
 * contents are handled at once, because handing a call of ten microseconds to another thread takes longer than the call
 * (docs/decisions/0005-fs-store.md has the numbers).
 */
export const nodeFiles: FileOperations = {
  create: (path) => atOnce(() => openFile(fs.openSync(path, 'wx', 0o600))),
  read: async (path) => {
    const fd = openRegular(path, fs.constants.O_RDONLY);
    try {
      const { size } = fs.fstatSync(fd);
      if (size > MAX_FILE_BYTES) throw refusal('EFBIG', `${size} bytes are more than any file of a store has`, path);
      return size > SMALL_BYTES ? await readFile(fd) : readSmall(fd, size);
    } finally {
      fs.closeSync(fd);
    }
  },
  overwrite: (path, bytes) =>
    atOnce(() => {
      const fd = openRegular(path, fs.constants.O_WRONLY | fs.constants.O_CREAT);
      try {
        fs.writeSync(fd, bytes, 0, bytes.length, 0);
        if (fs.fstatSync(fd).size > bytes.length) fs.ftruncateSync(fd, bytes.length);
      } finally {
        fs.closeSync(fd);
      }
    }),
  look: (path) =>
    atOnce(() => {
      const found = fs.lstatSync(path, { throwIfNoEntry: false });
      return found === undefined ? null : { kind: kindOf(found), inode: found.ino, changedAt: found.ctimeMs };
    }),
  exists: (path) => atOnce(() => fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined),
  writtenAt: (path) =>
    atOnce(() => {
      const found = fs.lstatSync(path, { throwIfNoEntry: false });
      return found === undefined ? null : Math.floor(found.mtimeMs);
    }),
  list: (path) => unlessAbsent(fs.promises.readdir(path), []),
  entries: (path) =>
    unlessAbsent(
      atOnce(() => fs.readdirSync(path, { withFileTypes: true })).then((found) =>
        found.map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
      ),
      [],
    ),
  link: (from, to) => atOnce(() => fs.linkSync(from, to)),
  rename: (from, to) => atOnce(() => fs.renameSync(from, to)),
  remove: (path) => atOnce(() => fs.unlinkSync(path)),
  makeDirectory: (path) => atOnce(() => fs.mkdirSync(path, 0o700)),
  syncDirectory: async (path) => {
    // Windows cannot open a directory; NTFS keeps its names in a journal of its own.
    if (process.platform === 'win32') return;
    const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
    await sync(fd).finally(() => fs.closeSync(fd));
  },
};

const SMALL_BYTES = 256 * 1024;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
const sync = promisify(fs.fsync);
const readFile = promisify(fs.readFile);
const write = promisify(fs.write);

/** Opens a regular file and nothing else: a link is not followed, and a pipe without a writer does not keep anybody waiting. */
function openRegular(path: string, flags: number): number {
  // Windows has neither flag; it has no such pipes either.
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;
  let fd: number;
  try {
    fd = fs.openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    // What opening a link, a pipe without a reader, a socket or a folder for writing comes to.
    if (!['ELOOP', 'ENXIO', 'EISDIR', 'EMLINK'].includes(errorCode(error) ?? '')) throw error;
    throw refusal('EFTYPE', 'not a regular file', path);
  }
  if (fs.fstatSync(fd).isFile()) return fd;
  fs.closeSync(fd);
  throw refusal('EFTYPE', 'not a regular file', path);
}

function refusal(code: string, reason: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${reason}, open '${path}'`), { code, path });
}

function kindOf(entry: Pick<fs.Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): SeenEntry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';
}

/** What `fs.readFileSync` does, without asking for the size again. */
function readSmall(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (let count = -1; count !== 0 && length < size; length += count)
    count = fs.readSync(fd, bytes, length, size - length, null);
  return bytes.subarray(0, length);
}

function openFile(fd: number): OpenFile {
  return {
    write: async (bytes) =>
      bytes.length > SMALL_BYTES
        ? (await write(fd, bytes, 0, bytes.length, null)).bytesWritten
        : fs.writeSync(fd, bytes),
    sync: () => sync(fd),
    close: () => atOnce(() => fs.closeSync(fd)),
  };
}

/** A call that needs no other thread, with its error as a rejection. */
function atOnce<T>(call: () => T): Promise<T> {
  return new Promise((done) => done(call()));
}

/** The error code of a failed file operation (`ENOSPC`), or null when the error is of another kind. */
export function errorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** The outcome of a file operation, with `absent` in place of `ENOENT` and of nothing else. */
export async function unlessAbsent<T, A>(operation: Promise<T>, absent: A): Promise<T | A> {
  try {
    return await operation;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return absent;
    throw error;
  }
}
