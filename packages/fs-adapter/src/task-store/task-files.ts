import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { taskDirectoryName } from './task-directory-name.ts';

/** Where the files of one task lie; the package's README draws the tree. */
export interface TaskFiles {
  readonly id: string;
  readonly directory: string;
  readonly revisions: string;
  readonly artifacts: string;
  readonly temporary: string;
  readonly trash: string;
  readonly lock: string;
  readonly readableCopy: string;
  revision(revision: number): string;
  /** A new name for an unfinished file. A sweep that removes artifacts first takes every unfinished revision away. */
  unfinished(kind: 'revision' | 'other'): string;
}

/** Prefix of unfinished revisions in `tmp/`. */
export const UNFINISHED_REVISION = 'revision-';

/** The paths of a task. The id has been checked. */
export function taskFiles(root: string, id: string): TaskFiles {
  const directory = join(root, taskDirectoryName(id));
  const revisions = join(directory, 'revisions');
  const temporary = join(directory, 'tmp');
  return {
    id,
    directory,
    revisions,
    temporary,
    artifacts: join(directory, 'artifacts'),
    trash: join(directory, 'trash'),
    lock: join(directory, 'lock'),
    readableCopy: join(directory, 'context.json'),
    revision: (revision) => join(revisions, String(revision).padStart(8, '0')),
    unfinished: (kind) => join(temporary, `${kind === 'revision' ? UNFINISHED_REVISION : 'other-'}${randomUUID()}`),
  };
}
