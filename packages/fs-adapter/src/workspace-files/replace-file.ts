import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { errorCode } from '../files/file-operations.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

const UNFINISHED = /^\.batonkit-[0-9a-f-]{36}\.tmp$/;

/** Whether a name is that of a file which a crashed writer left unfinished. */
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

/**
 * Gives a file new content in one step. `mayReplace` is asked when the new content is safely on disk, immediately before the
 * step; with `onlyNew` an existing file stays. Answers whether it was done.
 */
export function replaceFile(
  folder: WorkspaceFolder,
  name: string,
  bytes: Uint8Array,
  { onlyNew, mayReplace }: { readonly onlyNew: boolean; readonly mayReplace: () => boolean },
): boolean {
  const unfinished = folder.at(`.batonkit-${randomUUID()}.tmp`);
  const mode = fs.lstatSync(folder.at(name), { throwIfNoEntry: false })?.mode ?? 0o666;
  const fd = fs.openSync(unfinished, 'wx', mode & 0o777);
  let isUnfinishedLeft = true;
  try {
    try {
      writeAll(fd, bytes);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    if (mayReplace()) {
      if (onlyNew) fs.linkSync(unfinished, folder.at(name));
      else fs.renameSync(unfinished, folder.at(name));
      isUnfinishedLeft = onlyNew;
      folder.sync();
      return true;
    }
    return false;
  } catch (error) {
    if (onlyNew && errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    if (isUnfinishedLeft) fs.rmSync(unfinished, { force: true });
  }
}

/** Writes every byte, or fails: a full disk takes a part and reports no error. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    const count = fs.writeSync(fd, bytes, written);
    if (count <= 0) throw Object.assign(new Error('ENOSPC: nothing was written'), { code: 'ENOSPC' });
    written += count;
  }
}
