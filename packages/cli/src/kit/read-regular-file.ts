import fs from 'node:fs';

/** The text of a regular file. A pipe or a device throws at once: reading one could wait forever. */
export function readRegularFile(path: string): string {
  const fd = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    if (!fs.fstatSync(fd).isFile()) throw new Error(`${path} is not a regular file`);
    return fs.readFileSync(fd, 'utf8');
  } finally {
    fs.closeSync(fd);
  }
}
