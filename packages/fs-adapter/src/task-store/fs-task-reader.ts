import { resolve } from 'node:path';
import { err, ok, parseTaskId, type Result, type StoreError, type TaskListing, type TaskStore } from '@batonkit/core';
import { errorCode, type FileOperations, nodeFiles } from '../files/file-operations.ts';
import { onDisk, storageFailure } from '../files/storage-failure.ts';
import type { RevisionFile } from './revision-file.ts';
import { createRevisionReader, type RevisionReader } from './revision-reader.ts';
import { taskIdOfDirectory } from './task-directory-name.ts';
import { taskFiles } from './task-files.ts';

const LIST_AT_ONCE = 16;

/**
 * The reading half of {@link createFsTaskStore}, for programs that only look, such as hooks: it loads no lock and works where
 * nothing can be written.
 *
 * @example
 * ```ts
 * import { createFsTaskReader } from '@batonkit/fs-adapter';
 *
 * const tasks = createFsTaskReader({ root: '/nowhere/tasks' });
 * const listed = await tasks.list({ limit: 10 });
 * listed.unwrapOr(null); // => []
 * ```
 */
export function createFsTaskReader({
  root,
  files = nodeFiles,
  reader = createRevisionReader(files),
}: {
  readonly root: string;
  readonly files?: FileOperations;
  /** Shared with a store, so that both remember where each task stands. */
  readonly reader?: RevisionReader;
}): Pick<TaskStore, 'read' | 'list'> {
  const directory = resolve(root);

  const describe = async (id: string): Promise<TaskListing | null> => {
    const read = await readListed(id);
    if (read.isErr()) return { id, revision: 0, purged: false, problem: read.error };
    return read.value && { id, revision: read.value.revision, purged: read.value.body === null };
  };

  /** What is wrong with one task alone, damage or missing permission, is a value; a disk that fails is not. */
  const readListed = async (id: string): Promise<Result<RevisionFile | null, StoreError>> => {
    try {
      return await reader.readCurrent(taskFiles(directory, id));
    } catch (error) {
      if (!['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
      return err(storageFailure(`read ${id}`, error));
    }
  };

  return {
    read: (id) =>
      parseTaskId(id).asyncAndThen(() =>
        onDisk(`read ${id}`, async () =>
          (await reader.readCurrent(taskFiles(directory, id))).map((file) => ({
            revision: file?.revision ?? 0,
            body: file?.body ?? null,
          })),
        ),
      ),

    list: ({ prefix = '', after, limit }) =>
      onDisk('list tasks', async () => {
        const ids = (await files.list(directory))
          .flatMap((name) => taskIdOfDirectory(name) ?? [])
          .filter((id) => id.startsWith(prefix) && (after === undefined || id > after))
          .sort((a, b) => (a < b ? -1 : 1));
        const found: TaskListing[] = [];
        const atOnce = Math.min(LIST_AT_ONCE, limit);
        for (let start = 0; start < ids.length && found.length < limit; start += atOnce) {
          for (const listed of await Promise.all(ids.slice(start, start + atOnce).map(describe))) {
            if (listed !== null) found.push(listed);
          }
        }
        return ok(found.slice(0, limit));
      }),
  };
}
