import { err, ok, type Result, type StoreError, storeErrors } from '@batonkit/core';
import { errorCode, type FileOperations } from '../files/file-operations.ts';
import { findCurrentRevision } from './find-current-revision.ts';
import { readLastRevision } from './last-revision.ts';
import type { TaskFiles } from './task-files.ts';

const NAMED_AT_MOST = 5;

/**
 * The current revision, with proof that every earlier one is there: lists the revisions, and looks at the note of the last one. A gap
 * means that somebody removed files, and what is left would pass for an older state of the task. `Corrupt` says what is missing.
 *
 * Beside writers it never sees a gap that is none: the note is read first, names never vanish, and a name that the listing missed is
 * looked at once more.
 */
export async function checkContinuity(files: FileOperations, task: TaskFiles): Promise<Result<number, StoreError>> {
  const corrupt = (where: string, reason: string) => err(storeErrors.corrupt(task.id, where, reason));
  const folders = await checkFolders(files, task);
  if (folders.isErr()) return err(folders.error);
  if (!folders.value) return ok(0);

  const noted = await readNote(files, task);
  if (noted === null) return corrupt(task.lastRevision, 'it is not a regular file');

  const found = new Set<number>();
  let highest = noted;
  for (const { name, kind } of await files.entries(task.revisions)) {
    const revision = revisionOfName(name);
    if (revision === null) continue;
    if (kind !== 'file') return corrupt(task.revision(revision), 'it is not a regular file');
    found.add(revision);
    highest = Math.max(highest, revision);
  }
  const missing: number[] = [];
  for (let revision = 1; found.size < highest && revision <= highest && missing.length < NAMED_AT_MOST; revision += 1)
    if (!found.has(revision) && !(await files.exists(task.revision(revision)))) missing.push(revision);
  if (missing.length > 0) {
    const names = missing.map((revision) => String(revision).padStart(8, '0')).join(', ');
    return corrupt(task.revisions, `revision ${highest} was made, but there is no ${names}`);
  }
  return ok(await findCurrentRevision((revision) => files.exists(task.revision(revision)), highest));
}

/** The note; null when something else than a file is in its place. */
async function readNote(files: FileOperations, task: TaskFiles): Promise<number | null> {
  try {
    return await readLastRevision(files, task);
  } catch (error) {
    if (errorCode(error) !== 'EFTYPE') throw error;
    return null;
  }
}

function revisionOfName(name: string): number | null {
  if (!/^\d{8,15}$/.test(name)) return null;
  const revision = Number(name);
  return revision > 0 && String(revision).padStart(8, '0') === name ? revision : null;
}

/**
 * Whether the task has a folder. `Corrupt` when that or one of those in it is anything else: what is written or removed through a link
 * belongs to somebody else.
 */
export async function checkFolders(files: FileOperations, task: TaskFiles): Promise<Result<boolean, StoreError>> {
  for (const path of [task.directory, task.revisions, task.artifacts, task.temporary, task.trash]) {
    const found = await files.look(path);
    if (found === null && path === task.directory) return ok(false);
    if (found === null || found.kind === 'directory') continue;
    return err(storeErrors.corrupt(task.id, path, `a ${KINDS[found.kind]} stands in place of the folder`));
  }
  return ok(true);
}

const KINDS = { file: 'file', link: 'symbolic link', other: 'pipe, socket or device' } as const;
