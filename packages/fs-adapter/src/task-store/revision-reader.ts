import { err, ok, type Result, type StoreError, storeErrors } from '@batonkit/core';
import { type FileOperations, unlessAbsent } from '../files/file-operations.ts';
import { findCurrentRevision } from './find-current-revision.ts';
import { decodeRevision, type RevisionFile } from './revision-file.ts';
import type { TaskFiles } from './task-files.ts';

const REMEMBERED_TASKS = 10_000;
const MAX_ROUNDS = 100;

/** Finds and reads revisions. Remembers where each task stood, so that a read usually costs one file and one probe. */
export interface RevisionReader {
  /** The number of the current revision; 0 when there is none. */
  findCurrent(task: TaskFiles): Promise<number>;
  /** The current revision, or null when there is none. */
  readCurrent(task: TaskFiles): Promise<Result<RevisionFile | null, StoreError>>;
  /** A revision that is known to exist. */
  read(task: TaskFiles, revision: number): Promise<Result<RevisionFile, StoreError>>;
  /** Notes that a revision exists. */
  remember(id: string, revision: number): void;
}

/** Makes a reader over the given file operations. */
export function createRevisionReader(files: FileOperations): RevisionReader {
  const hints = new Map<string, number>();

  const remember = (id: string, revision: number): void => {
    hints.delete(id);
    hints.set(id, revision);
    const oldest = hints.size > REMEMBERED_TASKS ? hints.keys().next().value : undefined;
    if (oldest !== undefined) hints.delete(oldest);
  };

  const findCurrent = async (task: TaskFiles): Promise<number> => {
    const current = await findCurrentRevision(
      (revision) => files.exists(task.revision(revision)),
      hints.get(task.id) ?? 0,
    );
    if (current > 0) remember(task.id, current);
    else hints.delete(task.id);
    return current;
  };

  const readIfThere = async (task: TaskFiles, revision: number): Promise<Result<RevisionFile | null, StoreError>> => {
    const path = task.revision(revision);
    const bytes = await unlessAbsent(files.read(path), null);
    return bytes === null ? ok(null) : decodeRevision(task.id, revision, path, bytes);
  };

  const read = async (task: TaskFiles, revision: number): Promise<Result<RevisionFile, StoreError>> =>
    (await readIfThere(task, revision)).andThen((file) =>
      file === null
        ? err(storeErrors.corrupt(task.id, task.revision(revision), 'the file of an earlier revision is gone'))
        : ok(file),
    );

  /** The remembered revision, when it still is the current one: one file and one probe, side by side. */
  const readRemembered = async (task: TaskFiles): Promise<Result<RevisionFile, StoreError> | null> => {
    const hint = hints.get(task.id);
    if (hint === undefined) return null;
    const [file, superseded] = await Promise.all([readIfThere(task, hint), files.exists(task.revision(hint + 1))]);
    if (superseded) return null;
    return file.isErr() ? err(file.error) : file.value === null || file.value.swept ? null : ok(file.value);
  };

  const readCurrent = async (task: TaskFiles): Promise<Result<RevisionFile | null, StoreError>> => {
    const remembered = await readRemembered(task);
    if (remembered !== null) return remembered;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const current = await findCurrent(task);
      if (current === 0) return ok(null);
      const file = await read(task, current);
      // A swept body proves that a later revision was made after we looked: look again.
      if (file.isErr() || !file.value.swept) return file;
    }
    return err(storeErrors.corrupt(task.id, task.revisions, 'its last revision has no body'));
  };

  return { findCurrent, readCurrent, read, remember };
}
