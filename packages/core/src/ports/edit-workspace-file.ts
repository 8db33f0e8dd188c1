import { okAsync, ResultAsync } from '../result/result.ts';
import { againOnConflict } from './again-on-conflict.ts';
import type { WorkspaceFiles, WorkspaceFilesError } from './workspace-files.ts';

/**
 * Changes a file by a pure function of its text (null when there is none) and writes it only if it still is what was read; otherwise reads it
 * again and decides anew. Nothing is written when the function returns the same text or null. Gives back the text that stands in the
 * file then.
 */
export function editWorkspaceFile(
  files: WorkspaceFiles,
  path: string,
  edit: (text: string | null) => string | null,
): ResultAsync<string | null, WorkspaceFilesError> {
  const attempt = (): ResultAsync<string | null, WorkspaceFilesError> =>
    files.read(path).andThen((found) => {
      const text = edit(found?.text ?? null);
      if (text === null || text === found?.text) return okAsync(found?.text ?? null);
      return files.write(path, text, { expectedSha: found?.sha ?? null }).map((): string | null => text);
    });
  return new ResultAsync(againOnConflict(attempt));
}
