import { resolve } from 'node:path';
import { err, ok, parseTaskId, type Result, type StoreError, type TaskListing, type TaskStore } from '@batonkit/core';
import { type FileOperations, nodeFiles } from '../files/file-operations.ts';
import { onDisk } from '../files/storage-failure.ts';
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

  const describe = async (id: string): Promise<Result<TaskListing | null, StoreError>> =>
    (await reader.readCurrent(taskFiles(directory, id))).map(
      (file) => file && { id, revision: file.revision, purged: file.body === null },
    );

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
        // Never more than are asked for: a damaged task spoils only the page that it is on.
        const atOnce = Math.min(LIST_AT_ONCE, limit);
        for (let start = 0; start < ids.length && found.length < limit; start += atOnce) {
          for (const listed of await Promise.all(ids.slice(start, start + atOnce).map(describe))) {
            if (listed.isErr()) return err(listed.error);
            if (listed.value !== null) found.push(listed.value);
          }
        }
        return ok(found.slice(0, limit));
      }),
  };
}
