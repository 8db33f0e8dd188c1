import { constants, promises as fs } from 'node:fs';

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
 * `age`, `list` and `exists`, which know one kind of absence: `ENOENT`. The fault lab wraps this object.
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

/** The file system of this machine. */
export const nodeFiles: FileOperations = {
  create: async (path) => {
    const handle = await fs.open(path, 'wx', 0o600);
    return {
      write: async (bytes) => (await handle.write(bytes)).bytesWritten,
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  read: (path) => fs.readFile(path),
  exists: (path) => unlessAbsent(fs.lstat(path).then(isThere), false),
  writtenAt: (path) =>
    unlessAbsent(
      fs.lstat(path).then(({ mtimeMs }) => Math.floor(mtimeMs)),
      null,
    ),
  list: (path) => unlessAbsent(fs.readdir(path), []),
  link: (from, to) => fs.link(from, to),
  rename: (from, to) => fs.rename(from, to),
  remove: (path) => fs.unlink(path),
  makeDirectory: (path) => fs.mkdir(path, 0o700),
  syncDirectory: async (path) => {
    // Windows cannot open a directory; NTFS keeps its names in a journal of its own.
    if (process.platform === 'win32') return;
    const handle = await fs.open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    await handle.sync().finally(() => handle.close());
  },
};

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

const isThere = (): boolean => true;
