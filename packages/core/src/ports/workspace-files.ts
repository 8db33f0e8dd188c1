import type { Rejection } from '../record/rejection.ts';
import type { Failure } from '../result/failure.ts';
import type { ResultAsync } from '../result/result.ts';
import type { PathEscapesRoot } from './parse-workspace-path.ts';
import type { Sha256 } from './task-store.ts';

/** A text file and the SHA-256 of its bytes. */
export interface WorkspaceFile {
  readonly text: string;
  readonly sha: Sha256;
}

/** On what a write depends: the SHA-256 the file must have, or `null` when it must not exist. Left out: on nothing. */
export interface WriteCondition {
  readonly expectedSha?: Sha256 | null;
}

/** The expected failures of {@link WorkspaceFiles}. */
export type WorkspaceFilesError =
  | Rejection<'InvalidInput'>
  | PathEscapesRoot
  | Failure<'NotUtf8', { path: string }>
  | Failure<'Conflict', { path: string; expectedSha: Sha256 | null; foundSha: Sha256 | null }>
  | Failure<'StorageFailure', { operation: string; reason: string }>;

/**
 * Text files that people and agents edit too, below one root. This text is the specification; `workspaceFilesSuite` of
 * `@batonkit/conformance` is its test.
 *
 * - **Paths** are relative, with `/` between names, and are checked with `parseWorkspacePath` before anything else happens.
 *   No call leaves the root: `..`, absolute paths and `.git` in any spelling are `PathEscapesRoot`, and so is every path that
 *   meets a symbolic link below the root, wherever it points, be it dangling.
 * - **Text** is strict UTF-8: a byte order mark is kept as U+FEFF, line endings stay as they are, other bytes are `NotUtf8`
 *   and never replaced. A text with a lone surrogate is `InvalidInput`.
 * - **Atomic.** A reader sees the old content of a written file or the new one, never a part. A failed call leaves the file
 *   as it was.
 * - **Conditions.** With `expectedSha` a file that has another content, or exists against `null`, is a `Conflict` and stays as
 *   it is. Of several callers that expect the same content exactly one succeeds: always within one process, and between all
 *   processes that use the same adapter where the files can be reached from several. A caller that is killed or stopped on the way
 *   holds the others up for less than a second, and overwrites nothing when it wakes. Text that is appended meanwhile is not lost.
 *   Editors and other programs take no part in this: what they save in the microseconds between the last look and the step is
 *   overwritten, so what must never be lost belongs into a `TaskStore`.
 * - **Absent is absent only when it is.** Any other trouble is `StorageFailure`: no permission, a directory in place of a file, a file
 *   in place of a directory above. Only files count: a directory without any below it is as good as absent, and a file may take its
 *   place.
 */
export interface WorkspaceFiles {
  /** The file, or null when there is none. */
  read(path: string): ResultAsync<WorkspaceFile | null, WorkspaceFilesError>;

  /** Replaces or creates a file with all directories above it. */
  write(
    path: string,
    text: string,
    condition?: WriteCondition,
  ): ResultAsync<{ readonly sha: Sha256 }, WorkspaceFilesError>;

  /** Adds text at the end of a file, or creates it. Texts appended at the same time do not mix. */
  append(path: string, text: string): ResultAsync<void, WorkspaceFilesError>;

  /**
   * The paths of all files below a folder (the root, when left out), by code unit. Leaves out `.git`, symbolic links and
   * names that are no workspace path. A missing folder has no files.
   */
  list(folder?: string): ResultAsync<readonly string[], WorkspaceFilesError>;

  /** Removes a file; `removed` is false when there was none. Directories stay. */
  remove(path: string, condition?: WriteCondition): ResultAsync<{ readonly removed: boolean }, WorkspaceFilesError>;
}
