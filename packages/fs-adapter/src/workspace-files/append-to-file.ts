import fs from 'node:fs';
import { errorCode } from '../files/file-operations.ts';
import { makeRoom } from './empty-folder.ts';
import { withdrawClaims, type Withdrawn } from './file-claim.ts';
import { readOpenFile, readRegularFile, refuseOthers, throughLink, writeAll } from './regular-file.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/** Adds bytes at the end of a file in one system call, durable when this returns; takes a part back when the disk is full. */
export function appendToFile(folder: WorkspaceFolder, name: string, bytes: Buffer): 'appended' | Withdrawn {
  const path = folder.at(name);
  if (O_NOFOLLOW === 0 && fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw throughLink();
  const fd = openToAppend(path);
  if (fd === null) {
    if (makeRoom(folder, name)) return 'withdrawn';
    throw Object.assign(new Error('EISDIR: not a regular file'), { code: 'EISDIR', path });
  }
  try {
    const { ino, dev } = refuseOthers(fd, path);
    appendAll(fd, bytes);
    // Whoever looked at the file before may no longer replace it; whoever claims it from now on sees these bytes.
    withdrawClaims(folder, name);
    const now = fs.lstatSync(path, { throwIfNoEntry: false });
    if (now?.ino !== ino || now.dev !== dev) {
      // It was replaced or removed between opening and now. Unless the bytes were seen, they are added to what is there. That the same
      // text is there is no proof, for it may have been there before. When in doubt it is there twice, which beats lost.
      const found = readRegularFile(path);
      if (found === null || count(found, bytes) < count(readOpenFile(fd), bytes)) return 'withdrawn';
    }
    folder.sync();
    return 'appended';
  } finally {
    fs.closeSync(fd);
  }
}

/** Null when a folder stands in the file's place. */
function openToAppend(path: string): number | null {
  try {
    return fs.openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666);
  } catch (error) {
    if (errorCode(error) === 'EISDIR') return null;
    throw error;
  }
}

/** How often some bytes occur in others. */
function count(bytes: Buffer, wanted: Buffer): number {
  if (wanted.length === 0) return 0;
  let found = 0;
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + wanted.length)) found += 1;
  return found;
}

function appendAll(fd: number, bytes: Uint8Array): void {
  const before = fs.fstatSync(fd).size;
  try {
    writeAll(fd, bytes);
    fs.fsyncSync(fd);
  } catch (error) {
    // Not when others have appended meanwhile: their text stays.
    if (fs.fstatSync(fd).size < before + bytes.length) fs.ftruncateSync(fd, before);
    throw error;
  }
}
