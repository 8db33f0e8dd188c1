import type { PromiseFsClient } from 'isomorphic-git';

/** What is known of a file without opening it; numbers are exact. */
export interface FileStat {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly mode: bigint;
  readonly uid: bigint;
  readonly gid: bigint;
  readonly size: bigint;
  readonly mtimeMs: bigint;
  readonly ctimeMs: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** One name in a directory. */
export interface DirectoryEntry {
  readonly name: string | Uint8Array;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * The part of `node:fs` that the isomorphic engine calls: `node:fs` itself, memfs and the like. Calls are synchronous, which is
 * several times faster than promises for many small files; others get their turn in between. `promises` is read by isomorphic-git.
 */
export interface WorktreeFs {
  readonly promises: PromiseFsClient['promises'];
  existsSync(path: string): boolean;
  realpathSync(path: string): string | Uint8Array;
  lstatSync(path: string, options: { bigint: true; throwIfNoEntry: false }): FileStat | undefined;
  readdirSync(path: string, options: { withFileTypes: true }): (string | Uint8Array | DirectoryEntry)[];
  readdirSync(path: string): (string | Uint8Array | DirectoryEntry)[];
  readFileSync(path: string): string | Uint8Array;
  readlinkSync(path: string, options: { encoding: 'buffer' }): string | Uint8Array;
  openSync(path: string, flags: string | number, mode?: number): number;
  readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number;
  writeSync(fd: number, buffer: Uint8Array, offset: number, length: number): number;
  fsyncSync(fd: number): void;
  closeSync(fd: number): void;
  mkdirSync(path: string, options?: { recursive: true }): unknown;
  writeFileSync(path: string, data: Uint8Array | string, options?: { flag?: string; mode?: number }): void;
  renameSync(from: string, to: string): void;
  linkSync(existing: string, path: string): void;
  unlinkSync(path: string): void;
  rmdirSync(path: string): void;
  symlinkSync(target: string, path: string): void;
  utimesSync(path: string, accessed: Date, modified: Date): void;
}

/** The status of a path, or `undefined` when nothing is there. */
export function statOf(fs: WorktreeFs, path: string): FileStat | undefined {
  try {
    return fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isAbsent(error)) return undefined; // a file where a directory was expected
    throw error;
  }
}

/** The bytes of a file, or `null` when there is none. */
export function readIfThere(fs: WorktreeFs, path: string): Buffer | null {
  try {
    return asBuffer(fs.readFileSync(path));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** The bytes of an ordinary file, or `null` when there is none; a pipe would keep its reader waiting. */
export function readOrdinary(fs: WorktreeFs, path: string): Buffer | null {
  return statOf(fs, path)?.isFile() === true ? readIfThere(fs, path) : null;
}

/** The names in a directory; none when it is not there. */
export function listNames(fs: WorktreeFs, path: string): string[] {
  try {
    return fs.readdirSync(path).map(String);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** The entries of a directory, by name. */
export function listEntries(fs: WorktreeFs, path: string): DirectoryEntry[] {
  const entries = fs.readdirSync(path, { withFileTypes: true }) as DirectoryEntry[];
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Removes whatever is at a path. Links are removed and never followed, which `rm` of memfs does not promise. */
export function removeTree(fs: WorktreeFs, path: string): void {
  const stat = statOf(fs, path);
  if (stat?.isDirectory() === true) {
    for (const name of listNames(fs, path)) removeTree(fs, `${path}/${name}`);
    fs.rmdirSync(path);
  } else if (stat !== undefined) fs.unlinkSync(path);
}

/** Bytes as a Buffer, whatever a file system gave. */
export function asBuffer(data: string | Uint8Array): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

function isAbsent(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}
