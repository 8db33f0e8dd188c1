import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { sha256Hex } from '@batonkit/core/text';
import { errorCode } from '../files/file-operations.ts';
import { openChild, type WorkspaceFolder } from './workspace-folder.ts';

const CLAIM = /^\.batonkit-[0-9a-f]{16}-[0-9a-f-]{36}\.(?:tmp|gone)$/;
const PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 16;

/**
 * The right to change one file, as a name beside it: `.tmp` is a file with the next content, `.gone` a directory that takes a
 * file which is to be removed. Writers of any process keep out of each other's way without a lock that a dead one could leave:
 * each makes its claim, takes away the claims of all others, looks at the file, and moves its claim (or the file into it). A claim
 * that was taken away cannot be moved any more. Whoever lists the claims later sees those of the earlier ones, so of writers whose looks
 * and moves overlap at most one gets through (docs/decisions/0023-claims-on-workspace-files.md).
 */
export interface FileClaim {
  /** The name of the claim in the folder of the file. */
  readonly name: string;
  /** Takes away what all others claim. */
  withdrawOthers(): void;
}

/** A new claim on a file; nothing is made on disk yet. */
export function claimFile(folder: WorkspaceFolder, file: string, kind: 'tmp' | 'gone'): FileClaim {
  const prefix = claimPrefix(file);
  const name = `${prefix}${randomUUID()}.${kind}`;
  return { name, withdrawOthers: () => withdraw(folder, prefix, name) };
}

/** Takes away all claims on a file. */
export function withdrawClaims(folder: WorkspaceFolder, file: string): void {
  withdraw(folder, claimPrefix(file), null);
}

/** What a killed writer left goes the same way as the claim of a living one. */
function withdraw(folder: WorkspaceFolder, prefix: string, own: string | null): void {
  for (const name of fs.readdirSync(folder.at('.')))
    if (name.startsWith(prefix) && name !== own && isClaim(name)) discardClaim(folder, name);
}

/** Removes a claim, if it is still there. */
export function discardClaim(folder: WorkspaceFolder, name: string): void {
  const path = folder.at(name);
  if (!name.endsWith('.gone')) return void ignoring(['ENOENT'], () => fs.unlinkSync(path));
  if (ignoring(['ENOENT', 'ENOTEMPTY'], () => fs.rmdirSync(path)) !== 'ENOTEMPTY') return;
  // It has done its work: the file in it counts as removed.
  const taken = openChild(folder, name, false);
  if (typeof taken === 'string') return;
  try {
    ignoring(['ENOENT'], () => fs.unlinkSync(taken.at('file')));
  } finally {
    taken.close();
  }
  ignoring(['ENOENT'], () => fs.rmdirSync(path));
}

/** Whether a name is that of a claim: of a writer at work, or of one that was killed. */
export const isClaim = (name: string): boolean => CLAIM.test(name);

/** What an attempt to change a file comes to when a rival took its claim away. */
export type Withdrawn = 'withdrawn';

/**
 * Retries after a claim was taken away, with pauses that leave the event loop to others, until it is not. Each loss means that a rival
 * was at the same point, and nobody waits for anybody, so a stopped or dead rival delays no one. Rejects with `EBUSY` after ten seconds.
 */
export async function retryClaim<T>(attempt: () => T | Withdrawn): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let longest = 1; ; longest = Math.min(2 * longest, LONGEST_PAUSE_MS)) {
    await new Promise((resume) => setTimeout(resume, Math.random() * longest));
    const outcome = attempt();
    if (outcome !== 'withdrawn') return outcome;
    if (performance.now() > deadline)
      throw Object.assign(new Error('EBUSY: others kept changing the file'), { code: 'EBUSY' });
  }
}

/** Runs a step that needs the claim; false when the claim was taken away. */
export function withClaim(step: () => void): boolean {
  return ignoring(['ENOENT'], step) === null;
}

/** Names that a file system may take for the same have the same prefix; that others may share it costs them a repetition. */
function claimPrefix(file: string): string {
  return `.batonkit-${sha256Hex(file.normalize('NFC').toUpperCase()).slice(0, 16)}-`;
}

/** Runs a step; answers which of the given codes it failed with, null when it did not. */
function ignoring(codes: readonly string[], step: () => void): string | null {
  try {
    step();
    return null;
  } catch (error) {
    const code = errorCode(error);
    if (code === null || !codes.includes(code)) throw error;
    return code;
  }
}
