import { join } from 'node:path';
import { type Clock, err, ok, type Result, type StoreError } from '@batonkit/core';
import type { FileOperations } from '../files/file-operations.ts';
import { checkFolders } from './check-continuity.ts';
import type { ReadableCopies } from './readable-copy.ts';
import type { RevisionReader } from './revision-reader.ts';
import { sweepArtifacts } from './sweep-artifacts.ts';
import { sweepRevisions } from './sweep-revisions.ts';
import { isUnfinished, type TaskFiles } from './task-files.ts';

/** What a sweep works with. */
export interface SweepTools {
  readonly files: FileOperations;
  readonly reader: RevisionReader;
  readonly copies: ReadableCopies;
  readonly clock: Clock;
}

/** Gives back what one task no longer needs and is older than asked for; answers how many things that were. */
export async function sweepTask(
  { files, reader, copies, clock }: SweepTools,
  task: TaskFiles,
  olderThanMs: number,
): Promise<Result<number, StoreError>> {
  const isOld = async (path: string): Promise<boolean> => {
    const writtenAt = await files.writtenAt(path);
    return writtenAt !== null && clock.now() - writtenAt >= olderThanMs;
  };

  const folders = await checkFolders(files, task);
  if (folders.isErr()) return err(folders.error);
  let removed = 0;
  for (const { name, kind } of await files.entries(task.temporary)) {
    const path = join(task.temporary, name);
    if (kind !== 'file' || !isUnfinished(name) || !(await isOld(path))) continue;
    await files.remove(path).then(
      () => (removed += 1),
      () => undefined, // Its writer was faster.
    );
  }
  for (const sweep of [sweepRevisions, sweepArtifacts]) {
    const swept = await sweep(files, reader, task, isOld);
    if (swept.isErr()) return err(swept.error);
    removed += swept.value;
  }
  const current = await reader.readCurrent(task);
  if (current.isErr()) return err(current.error);
  if (current.value !== null) await copies.update(task, current.value);
  return ok(removed);
}
