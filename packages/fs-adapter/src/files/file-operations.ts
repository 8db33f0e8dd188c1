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

/**
 * Everything the task store asks of a file system. Each call rejects with Node's own error (`code`, `path`), but for
 * `writtenAt`, `list` and `exists`, which know one kind of absence: `ENOENT`. The fault lab wraps this object.
 */
export interface FileOperations {
  /** Makes a new file for its owner alone; `EEXIST` when the name is taken. */
  create(path: string): Promise<OpenFile>;
  read(path: string): Promise<Buffer>;
  /** Whether the name is taken, be it by a dangling link. */
  exists(path: string): Promise<boolean>;
  /** When the file was last written, in milliseconds since the epoch; null when there is none. */
  writtenAt(path: string): Promise<number | null>;
  /** The names in a directory; none when there is no directory. */
  list(path: string): Promise<string[]>;
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
    const fd = fs.openSync(path, 'r');
    try {
      const { size } = fs.fstatSync(fd);
      return size > SMALL_BYTES ? await readFile(fd) : readSmall(fd, size);
    } finally {
      fs.closeSync(fd);
    }
  },
  exists: (path) => atOnce(() => fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined),
  writtenAt: (path) =>
    atOnce(() => {
      const found = fs.lstatSync(path, { throwIfNoEntry: false });
      return found === undefined ? null : Math.floor(found.mtimeMs);
    }),
  list: (path) => unlessAbsent(fs.promises.readdir(path), []),
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
const sync = promisify(fs.fsync);
const readFile = promisify(fs.readFile);
const write = promisify(fs.write);

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
