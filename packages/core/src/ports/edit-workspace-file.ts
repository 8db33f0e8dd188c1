import { errAsync, okAsync, type ResultAsync } from '../result/result.ts';
import type { WorkspaceFiles, WorkspaceFilesError } from './workspace-files.ts';

const MAX_ATTEMPTS = 10;

/**
 * Changes a file by a pure function of its text (null when there is none) and writes it only if it still is what was read; otherwise reads it
 * again and decides anew. Nothing is written when the function returns the same text or null. Gives back the text that stands in the
 * file then.
 */
export function editWorkspaceFile(
  files: WorkspaceFiles,
  path: string,
  edit: (text: string | null) => string | null,
  attempt = 1,
): ResultAsync<string | null, WorkspaceFilesError> {
  return files.read(path).andThen((found) => {
    const text = edit(found?.text ?? null);
    if (text === null || text === found?.text) return okAsync(found?.text ?? null);
    return files
      .write(path, text, { expectedSha: found?.sha ?? null })
      .map((): string | null => text)
      .orElse((failed) =>
        failed.code === 'Conflict' && attempt < MAX_ATTEMPTS
          ? editWorkspaceFile(files, path, edit, attempt + 1)
          : errAsync(failed),
      );
  });
}
