import fs from 'node:fs';
import { errorCode } from '../files/file-operations.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/** The bytes of a file, or null when there is none. Follows no link, waits for no pipe, opens no device. */
export function readRegularFile(path: string): Buffer | null {
  const fd = openOrNull(path);
  if (fd === null) return null;
  try {
    return readAll(fd, refuseOthers(fd, path).size);
  } finally {
    fs.closeSync(fd);
  }
}

/** The bytes of an open file, from its start, wherever it was read or written last. */
export function readOpenFile(fd: number): Buffer {
  const bytes = Buffer.alloc(fs.fstatSync(fd).size);
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count)
    count = fs.readSync(fd, bytes, length, bytes.length - length, length);
  return bytes.subarray(0, length);
}

/** All of an open file. Asks for one byte more than expected, to see that nothing follows. */
function readAll(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < bytes.length) {
    const count = fs.readSync(fd, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return length <= size ? bytes.subarray(0, length) : Buffer.concat([bytes, fs.readFileSync(fd)]);
}

/** Fails unless an open file is a regular one. */
export function refuseOthers(fd: number, path: string): fs.Stats {
  const found = fs.fstatSync(fd);
  if (found.isFile()) return found;
  const code = found.isDirectory() ? 'EISDIR' : 'EINVAL';
  throw Object.assign(new Error(`${code}: not a regular file`), { code, path });
}

/** What the system says when a symbolic link must not be followed. */
export function throughLink(): Error {
  return Object.assign(new Error('ELOOP: a symbolic link'), { code: 'ELOOP' });
}

/** Writes every byte, or fails: a full disk takes a part and reports no error. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    const count = fs.writeSync(fd, bytes, written);
    if (count <= 0) throw Object.assign(new Error('ENOSPC: nothing was written'), { code: 'ENOSPC' });
    written += count;
  }
}

function openOrNull(path: string): number | null {
  // Where a link cannot be refused by opening, it is looked for before.
  if (O_NOFOLLOW === 0 && fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw throughLink();
  try {
    return fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
