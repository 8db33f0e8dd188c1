import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Forces a file, or the names in a directory, to disk. Some systems cannot do that for directories; there the files are safe. */
export function syncToDisk(path: string, isDirectory = false): void {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    fsyncSync(fd);
  } catch (error) {
    if (!isDirectory) throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
