import { resolve } from 'node:path';
import {
  checkCommit,
  type Clock,
  err,
  ok,
  parseTaskId,
  type Result,
  type ResultAsync,
  type StoreError,
  storeErrors,
  systemClock,
  type TaskStore,
  type TaskStoreCapabilities,
} from '@batonkit/core';
import { errorCode, type FileOperations, nodeFiles } from '../files/file-operations.ts';
import { onDisk } from '../files/storage-failure.ts';
import { readArtifact, writeArtifact } from './artifact-files.ts';
import { commitRevision } from './commit-revision.ts';
import { createCourtesyLock } from './courtesy-lock.ts';
import { createFsTaskReader } from './fs-task-reader.ts';
import { createReadableCopies } from './readable-copy.ts';
import { createRevisionReader } from './revision-reader.ts';
import { sweepTask } from './sweep-task.ts';
import { createTaskAnchor } from './task-anchor.ts';
import { taskIdOfDirectory } from './task-directory-name.ts';
import { type TaskFiles, taskFiles } from './task-files.ts';

const CAPABILITIES: TaskStoreCapabilities = {
  durable: true,
  scope: 'host',
  maxBodyBytes: 1024 * 1024,
  maxArtifactBytes: 64 * 1024 * 1024,
};
const MAX_ATTEMPTS = 20;

/** What {@link createFsTaskStore} takes. */
export interface FsTaskStoreOptions {
  /** The directory that holds one directory per task; made at the first write. All of it lies on one local file system. */
  readonly root: string;
  /** The clock that a sweep goes by. */
  readonly clock?: Clock;
  /** The file operations to use; tests wrap {@link nodeFiles} to fail, to crash or to record. */
  readonly files?: FileOperations;
}

/**
 * A task store in a directory, for any number of processes on one host. An acknowledged commit survives kill -9 and the loss
 * of power; rivals are told apart by compare-and-set on the name of the next revision, not by a lock. The README of the
 * package shows the files and why they are safe.
 *
 * Answers the failures of the port; `LockTimeout` when a writer that took its turn among rivals lost it.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { createFsTaskStore } from '@batonkit/fs-adapter';
 *
 * const tasks = createFsTaskStore({ root: mkdtempSync(join(tmpdir(), 'tasks-')) });
 * const commit = { id: 'TASK-1', expected: 0, operationId: 'op-1', body: '{}', audit: ['made'], artifacts: [] };
 * const committed = await tasks.commit(commit);
 * committed.unwrapOr(null); // => { revision: 1, replayed: false }
 * ```
 */
export function createFsTaskStore({ root, clock = systemClock, files = nodeFiles }: FsTaskStoreOptions): TaskStore {
  const directory = resolve(root);
  const reader = createRevisionReader(files);
  const anchor = createTaskAnchor(files);
  const copies = createReadableCopies(files, reader);
  const tools = { files, reader, anchor, copies, clock, lock: createCourtesyLock(files) };

  /** Checks the id, then works on the task's files. */
  const onTask = <T>(
    id: string,
    operation: string,
    work: (task: TaskFiles) => Promise<Result<T, StoreError>>,
  ): ResultAsync<T, StoreError> =>
    parseTaskId(id).asyncAndThen(() => onDisk(`${operation} ${id}`, () => work(taskFiles(directory, id))));

  return {
    capabilities: CAPABILITIES,

    ...createFsTaskReader({ root: directory, files, reader }),

    commit: (commit) =>
      checkCommit(commit, CAPABILITIES).asyncAndThen(() =>
        onTask(commit.id, 'commit', (task) => commitRevision(tools, task, commit)),
      ),

    putArtifact: (id, bytes) =>
      onTask(id, 'store an artifact of', async (task) => {
        const { maxArtifactBytes } = CAPABILITIES;
        if (bytes.length > maxArtifactBytes)
          return err(storeErrors.artifactTooLarge(id, bytes.length, maxArtifactBytes));
        const copy = bytes.slice();
        for (let attempt = 1; ; attempt += 1) {
          await anchor.ensure(task);
          try {
            return ok(await writeArtifact(files, task, copy));
          } catch (error) {
            // A sweep took the unfinished file for a leftover, or the directories are gone.
            if (errorCode(error) !== 'ENOENT' || attempt === MAX_ATTEMPTS) throw error;
            anchor.forget(id);
          }
        }
      }),

    getArtifact: (id, sha) =>
      onTask(id, 'read an artifact of', async (task) =>
        /^[0-9a-f]{64}$/.test(sha)
          ? readArtifact(files, task, sha, CAPABILITIES.maxArtifactBytes)
          : err(storeErrors.artifactMissing(id, sha)),
      ),

    readAudit: (id, { afterRevision, limit }) =>
      onTask(id, 'read the audit of', async (task) => {
        const start = Math.max(0, afterRevision);
        const current = await reader.findCurrent(task);
        if (current.isErr()) return err(current.error);
        const last = Math.min(current.value, start + limit);
        const page = [];
        for (let revision = start + 1; revision <= last; revision += 1) {
          const file = await reader.read(task, revision);
          if (file.isErr()) return err(file.error);
          page.push({ revision, lines: file.value.audit });
        }
        return ok(page);
      }),

    sweep: ({ olderThanMs }) =>
      onDisk('sweep', async () => {
        const place = await files.look(directory);
        if (place !== null && place.kind !== 'directory')
          return err(
            storeErrors.storageFailure('sweep', `${directory} is not a folder; name the place a link leads to`),
          );
        let removed = 0;
        const failures: StoreError[] = [];
        for (const name of await files.list(directory)) {
          const id = taskIdOfDirectory(name);
          if (id === null) continue;
          const swept = await onTask(id, 'sweep', (task) => sweepTask(tools, task, olderThanMs));
          if (swept.isOk()) removed += swept.value;
          else failures.push(swept.error);
        }
        // A damaged task does not keep the others from being swept, but it is told.
        return failures[0] === undefined ? ok({ removed }) : err(failures[0]);
      }),
  };
}
