import { err, ok, type Result, type StoreError, storeErrors } from '@batonkit/core';
import { errorCode, type FileOperations, unlessAbsent } from '../files/file-operations.ts';
import { checkContinuity } from './check-continuity.ts';
import { findCurrentRevision } from './find-current-revision.ts';
import { decodeRevision, type RevisionFile } from './revision-file.ts';
import type { TaskFiles } from './task-files.ts';

const REMEMBERED_TASKS = 10_000;
const MAX_ROUNDS = 100;
/** The clocks of file systems tick every few milliseconds: what changed just now may change again at the same time. */
const SETTLED_MS = 50;
/** A check of all names is paid for by so many looks per name, which keeps it cheap however many revisions there are. */
const NAMES_PER_LOOK = 64;

/**
 * Finds and reads revisions. The first look at a task checks that none is missing. It is remembered, so that a read usually costs one
 * file and one look at the folder; when others have changed the folder, the check is made again, less often the more revisions there are.
 */
export interface RevisionReader {
  /** The number of the current revision; 0 when there is none. Fails with `Corrupt` when one is missing. */
  findCurrent(task: TaskFiles): Promise<Result<number, StoreError>>;
  /** The current revision, or null when there is none. */
  readCurrent(task: TaskFiles): Promise<Result<RevisionFile | null, StoreError>>;
  /** A revision that is known to exist. */
  read(task: TaskFiles, revision: number): Promise<Result<RevisionFile, StoreError>>;
  /** Notes that a revision exists. */
  remember(id: string, revision: number): void;
}

interface Remembered {
  readonly revision: number;
  /** The folder as it was when all its names were checked; null when it has changed since, or may have. */
  readonly folder: string | null;
  /** How often the folder was found changed since then. */
  readonly changes: number;
}

/** Makes a reader over the given file operations. */
export function createRevisionReader(files: FileOperations): RevisionReader {
  const known = new Map<string, Remembered>();

  const note = (id: string, remembered: Remembered): void => {
    known.delete(id);
    known.set(id, remembered);
    const oldest = known.size > REMEMBERED_TASKS ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
  };

  /** A name for the state of the folder, by which a change is seen; null when a change could go unseen. */
  const lookAtFolder = async (task: TaskFiles): Promise<string | null> => {
    const folder = await files.look(task.revisions).catch((error: unknown) => {
      // A file in place of the task's folder; the check below says so.
      if (errorCode(error) !== 'ENOTDIR') throw error;
      return null;
    });
    if (folder?.kind !== 'directory') return null;
    return Math.abs(Date.now() - folder.changedAt) < SETTLED_MS ? null : `${folder.inode} ${folder.changedAt}`;
  };

  const findCurrent = async (task: TaskFiles): Promise<Result<number, StoreError>> => {
    const folder = await lookAtFolder(task);
    const before = known.get(task.id);
    if (before !== undefined && folder !== null && before.folder === folder) return ok(before.revision);

    const exists = (revision: number): Promise<boolean> => files.exists(task.revision(revision));
    const changes = (before?.changes ?? 0) + 1;
    // Names never vanish: where the last one known is gone, everything is checked.
    if (before !== undefined && changes * NAMES_PER_LOOK <= before.revision && (await exists(before.revision))) {
      const revision = await findCurrentRevision(exists, before.revision);
      note(task.id, { revision, folder: null, changes });
      return ok(revision);
    }
    const current = await checkContinuity(files, task);
    if (current.isErr() || current.value === 0) known.delete(task.id);
    else note(task.id, { revision: current.value, folder, changes: 0 });
    return current;
  };

  const readIfThere = async (task: TaskFiles, revision: number): Promise<Result<RevisionFile | null, StoreError>> => {
    const path = task.revision(revision);
    try {
      const bytes = await unlessAbsent(files.read(path), null);
      return bytes === null ? ok(null) : decodeRevision(task.id, revision, path, bytes);
    } catch (error) {
      const reason = NOT_A_REVISION[errorCode(error) ?? ''];
      if (reason === undefined) throw error;
      return err(storeErrors.corrupt(task.id, path, reason, error));
    }
  };

  const read = async (task: TaskFiles, revision: number): Promise<Result<RevisionFile, StoreError>> =>
    (await readIfThere(task, revision)).andThen((file) =>
      file === null
        ? err(storeErrors.corrupt(task.id, task.revision(revision), 'the file of an earlier revision is gone'))
        : ok(file),
    );

  const readCurrent = async (task: TaskFiles): Promise<Result<RevisionFile | null, StoreError>> => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const current = await findCurrent(task);
      if (current.isErr()) return err(current.error);
      if (current.value === 0) return ok(null);
      const file = await read(task, current.value);
      // A swept body proves that a later revision was made after we looked: look again.
      if (file.isErr() || !file.value.swept) return file;
    }
    return err(storeErrors.corrupt(task.id, task.revisions, 'its last revision has no body'));
  };

  return {
    findCurrent,
    readCurrent,
    read,
    remember: (id, revision) => note(id, { revision, folder: null, changes: known.get(id)?.changes ?? 0 }),
  };
}

const NOT_A_REVISION: Readonly<Record<string, string>> = {
  EFTYPE: 'it is not a regular file',
  EFBIG: 'it is larger than any revision',
};
