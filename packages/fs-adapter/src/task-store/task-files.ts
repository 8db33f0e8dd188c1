import { randomUUID } from 'node:crypto';
import { join, sep } from 'node:path';
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
  /** The number of a revision that was made, see last-revision.ts. */
  readonly lastRevision: string;
  revision(revision: number): string;
  /** A new name for an unfinished file. A sweep that removes artifacts first takes every unfinished revision away. */
  unfinished(kind: 'revision' | 'other'): string;
}

/** Prefix of unfinished revisions in `tmp/`. */
export const UNFINISHED_REVISION = 'revision-';
const UNFINISHED_OTHER = 'other-';

/** Whether a name in `tmp/` is one that {@link TaskFiles.unfinished} gives. */
export function isUnfinished(name: string): boolean {
  return name.startsWith(UNFINISHED_REVISION) || name.startsWith(UNFINISHED_OTHER);
}

/** The paths of a task. The id has been checked. */
export function taskFiles(root: string, id: string): TaskFiles {
  // Every call of a store comes through here, and `join` costs more than some of the file operations do.
  const directory = join(root, taskDirectoryName(id));
  const below = `${directory}${sep}`;
  const revisions = `${below}revisions`;
  const temporary = `${below}tmp`;
  return {
    id,
    directory,
    revisions,
    temporary,
    artifacts: `${below}artifacts`,
    trash: `${below}trash`,
    lock: `${below}lock`,
    readableCopy: `${below}context.json`,
    lastRevision: `${below}last-revision`,
    revision: (revision) => `${revisions}${sep}${String(revision).padStart(8, '0')}`,
    unfinished: (kind) =>
      `${temporary}${sep}${kind === 'revision' ? UNFINISHED_REVISION : UNFINISHED_OTHER}${randomUUID()}`,
  };
}
