import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { gitProblem } from './git-problem.ts';

/** The bytes of an ordinary file. Anything else there is refused at once: whoever reads a pipe waits until somebody writes. */
export function readOrdinaryFile(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(fd).isFile()) throw gitProblem('unsupported', `${path} is not an ordinary file`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}
