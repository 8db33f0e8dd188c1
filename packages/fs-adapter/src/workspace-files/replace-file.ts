import fs from 'node:fs';
import { errorCode } from '../files/file-operations.ts';
import { makeRoom } from './empty-folder.ts';
import { claimFile, discardClaim, withClaim, type Withdrawn } from './file-claim.ts';
import { throughLink, writeAll } from './regular-file.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

/** What a write depends on: nothing, no file (`null`), or what `found` must answer. */
export interface ReplaceCondition {
  readonly expectedSha: string | null | undefined;
  /** The SHA-256 of the file as it is now. */
  readonly found: () => string | null;
}

/**
 * Gives a file new content in one step, durable when this returns. The condition is looked at when the new content is safely on
 * disk, immediately before the step. Answers whether it was done.
 */
export function replaceFile(
  folder: WorkspaceFolder,
  name: string,
  bytes: Uint8Array,
  { expectedSha, found }: ReplaceCondition,
): boolean | Withdrawn {
  const claim = claimFile(folder, name, 'tmp');
  let isClaimLeft = true;
  try {
    const isFolder = writeClaim(folder, name, claim.name, bytes);
    claim.withdrawOthers();
    if (typeof expectedSha === 'string' && expectedSha !== found()) return false;
    if (isFolder) makeRoom(folder, name);
    const from = folder.at(claim.name);
    if (expectedSha === null) {
      let isNew = true;
      const isHeld = withClaim(() => (isNew = linkNew(from, folder.at(name))));
      if (!isHeld) return 'withdrawn';
      discardClaim(folder, claim.name);
      isClaimLeft = false;
      if (isNew) folder.sync();
      return isNew;
    }
    if (!withClaim(() => fs.renameSync(from, folder.at(name)))) return 'withdrawn';
    isClaimLeft = false;
    folder.sync();
    return true;
  } finally {
    if (isClaimLeft) discardClaim(folder, claim.name);
  }
}

/** Writes the next content beside the file. Answers whether a folder stands in the file's place. */
function writeClaim(folder: WorkspaceFolder, name: string, claim: string, bytes: Uint8Array): boolean {
  const found = fs.lstatSync(folder.at(name), { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) throw throughLink();
  const isFolder = found?.isDirectory() === true;
  const replaced = isFolder ? undefined : found;
  const mode = (replaced?.mode ?? 0o666) & 0o777;
  const fd = fs.openSync(folder.at(claim), 'wx', mode);
  try {
    // The umask is for new files; one that is replaced keeps its mode.
    if (replaced !== undefined && (fs.fstatSync(fd).mode & 0o777) !== mode) fs.fchmodSync(fd, mode);
    writeAll(fd, bytes);
    fs.fsyncSync(fd);
    return isFolder;
  } finally {
    fs.closeSync(fd);
  }
}

/** False when the name is taken. */
function linkNew(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
