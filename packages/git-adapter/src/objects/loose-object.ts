import { dirname, join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { gitProblem } from '../host/git-problem.ts';
import { removeIfThere, temporaryIn } from '../host/replace-file.ts';
import { readIfThere, type WorktreeFs } from '../host/worktree-fs.ts';
import { deflateBlob, LEVEL } from './deflate-blob.ts';
import { type GitObject, type LargeBlob, type NewObject, objectHeader } from './git-object.ts';

/** The path of an object that lies by itself. */
export function loosePath(gitDirectory: string, id: string): string {
  return join(gitDirectory, 'objects', id.slice(0, 2), id.slice(2));
}

/** An object that lies by itself, or `null`. */
export function readLooseObject(fs: WorktreeFs, gitDirectory: string, id: string): GitObject | null {
  const packed = readIfThere(fs, loosePath(gitDirectory, id));
  if (packed === null) return null;
  try {
    const whole = inflateSync(packed);
    const end = whole.indexOf(0);
    const [type = '', size] = whole.toString('latin1', 0, end).split(' ');
    if (end !== -1 && Number(size) === whole.length - end - 1) return { id, type, content: whole.subarray(end + 1) };
  } catch (error) {
    throw gitProblem('command-failed', `the object ${id} in ${gitDirectory} is damaged`, error);
  }
  throw gitProblem('command-failed', `the object ${id} in ${gitDirectory} is damaged`);
}

/** Stores an object by itself, in a repository of SHA-1 ids. `write` puts a whole file in place. */
export async function writeLooseObject(
  fs: WorktreeFs,
  path: string,
  object: NewObject | LargeBlob<string>,
  write: (fs: WorktreeFs, path: string, content: Buffer) => void,
): Promise<void> {
  fs.mkdirSync(dirname(path), { recursive: true });
  if ('content' in object) {
    const { type, content } = object;
    const whole = Buffer.concat([objectHeader(type, content.length), content]);
    return write(fs, path, deflateSync(whole, { level: LEVEL }));
  }
  const temporary = temporaryIn(dirname(path));
  try {
    await writeLarge(fs, temporary, object);
    fs.renameSync(temporary, path);
  } catch (error) {
    removeIfThere(fs, temporary);
    throw error;
  }
}

async function writeLarge(fs: WorktreeFs, path: string, blob: LargeBlob<string>): Promise<void> {
  const [input, output] = [fs.openSync(blob.file, 'r'), fs.openSync(path, 'wx')];
  try {
    await deflateBlob(blob, {
      hash: 'sha1',
      header: objectHeader('blob', blob.size),
      read: (buffer, length, position) => fs.readSync(input, buffer, 0, length, position),
      write: (part) => {
        for (let done = 0; done < part.length;) done += fs.writeSync(output, part, done, part.length - done);
      },
    });
  } finally {
    fs.closeSync(input);
    fs.closeSync(output);
  }
}
