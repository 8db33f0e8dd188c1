import { rejection } from '../record/rejection.ts';
import { failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { isWellFormed } from '../text/canonical-json.ts';
import { escapesRoot } from './parse-workspace-path.ts';
import type { Sha256 } from './task-store.ts';
import type { WorkspaceFilesError } from './workspace-files.ts';

/** The failures of workspace files with their messages, so that every adapter says the same thing in the same words. */
export const workspaceErrors = {
  throughLink: (path: string): WorkspaceFilesError => escapesRoot(path, 'a symbolic link lies on the way'),

  notUtf8: (path: string): WorkspaceFilesError =>
    failure('NotUtf8', `${path} is not UTF-8 text. It was left as it is.`, { path }),

  conflict: (path: string, expectedSha: Sha256 | null, foundSha: Sha256 | null): WorkspaceFilesError =>
    failure(
      'Conflict',
      `${path} ${describe(foundSha)}, which is not what the change was based on. Read it again and decide anew.`,
      { path, expectedSha, foundSha },
    ),

  storageFailure: (operation: string, reason: string, cause?: unknown): WorkspaceFilesError =>
    failure('StorageFailure', `The workspace could not ${operation}: ${reason}.`, { operation, reason }, cause),

  /** The text, or `InvalidInput` when UTF-8 cannot hold it. */
  checkText: (text: unknown): Result<string, WorkspaceFilesError> =>
    typeof text === 'string' && isWellFormed(text)
      ? ok(text)
      : err(
          rejection('InvalidInput', [
            { condition: '/text', detail: 'The text must be a string that UTF-8 can hold (no lone surrogates).' },
          ]),
        ),
};

function describe(sha: Sha256 | null): string {
  return sha === null ? 'does not exist' : `has the SHA-256 ${sha.slice(0, 12)}`;
}
