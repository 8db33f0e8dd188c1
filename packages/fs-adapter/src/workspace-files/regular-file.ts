import fs from 'node:fs';
import { errorCode } from '../files/file-operations.ts';
import { writeAll } from './replace-file.ts';

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/** The bytes of a file, or null when there is none. Follows no link, waits for no pipe, opens no device. */
export function readRegularFile(path: string): Buffer | null {
  const fd = openOrNull(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (fd === null) return null;
  try {
    refuseOthers(fd, path);
    return fs.readFileSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Adds bytes at the end of a file in one system call, durable when this returns; takes a part back when the disk is full. */
export function appendToFile(path: string, bytes: Uint8Array): void {
  const fd = fs.openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    refuseOthers(fd, path);
    const before = fs.fstatSync(fd).size;
    try {
      writeAll(fd, bytes);
      fs.fsyncSync(fd);
    } catch (error) {
      // Not when others have appended meanwhile: their text stays.
      if (fs.fstatSync(fd).size < before + bytes.length) fs.ftruncateSync(fd, before);
      throw error;
    }
  } finally {
    fs.closeSync(fd);
  }
}

function openOrNull(path: string, flags: number): number | null {
  try {
    return fs.openSync(path, flags);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function refuseOthers(fd: number, path: string): void {
  const found = fs.fstatSync(fd);
  if (found.isFile()) return;
  const code = found.isDirectory() ? 'EISDIR' : 'EINVAL';
  throw Object.assign(new Error(`${code}: not a regular file`), { code, path });
}
