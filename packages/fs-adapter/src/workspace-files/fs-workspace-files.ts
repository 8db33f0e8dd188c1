import { resolve } from 'node:path';
import {
  err,
  ok,
  parseWorkspacePath,
  type Result,
  ResultAsync,
  workspaceErrors,
  type WorkspaceFile,
  type WorkspaceFiles,
  type WorkspaceFilesError,
  type WriteCondition,
} from '@batonkit/core';
import { errorCode } from '../files/file-operations.ts';
import { failureReason } from '../files/storage-failure.ts';
import { appendToFile } from './append-to-file.ts';
import { createContentHash } from './content-hash.ts';
import { isEmptyFolder } from './empty-folder.ts';
import { listFolder } from './list-folder.ts';
import { readRegularFile } from './regular-file.ts';
import { removeFile } from './remove-file.ts';
import { replaceFile } from './replace-file.ts';
import { openFolder, type WorkspaceFolder } from './workspace-folder.ts';

/**
 * Text files below a directory. On Linux no path leaves it, whatever others do to the directories meanwhile; elsewhere a
 * program that swaps a directory for a link within microseconds could redirect a call. Calls finish before they return, so
 * that callers in one process never interleave; writes are durable. Conditions are exact between processes too, without locks: writers
 * of one file withdraw each other's claims (`.batonkit-*` beside the file while it is written). An editor that ignores them can still
 * save in the microseconds between the last look and the replacement, and lose what it saved.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';
 *
 * const files = createFsWorkspaceFiles({ root: mkdtempSync(join(tmpdir(), 'workspace-')) });
 * const written = await files.write('docs/plan.md', '# Plan\n', { expectedSha: null });
 * written.isOk(); // => true
 * const escaped = await files.read('../secrets');
 * escaped.isErr() && escaped.error.code; // => 'PathEscapesRoot'
 * ```
 */
export function createFsWorkspaceFiles({ root }: { readonly root: string }): WorkspaceFiles {
  const base = resolve(root);
  const hash = createContentHash();
  const shaOf = (folder: WorkspaceFolder, name: string): string | null => {
    const bytes = bytesOf(folder, name);
    return bytes === null ? null : hash(bytes);
  };

  /** Checks the path, opens its folder and works there. Without `whenAbsent` missing folders are made. */
  const inFolder = <T>(
    operation: string,
    path: string,
    work: (folder: WorkspaceFolder, name: string) => Result<T, WorkspaceFilesError>,
    whenAbsent?: () => Result<T, WorkspaceFilesError>,
  ): ResultAsync<T, WorkspaceFilesError> =>
    onWorkspace(`${operation} ${path}`, () =>
      parseWorkspacePath(path).andThen((checked): Result<T, WorkspaceFilesError> => {
        const names = checked.split('/');
        const name = names.pop() ?? '';
        const folder = openFolder(base, names, { create: whenAbsent === undefined });
        if (folder === 'link') return err(workspaceErrors.throughLink(path));
        if (folder === 'absent')
          return whenAbsent === undefined
            ? err(workspaceErrors.storageFailure(`${operation} ${path}`, 'its folder was removed meanwhile'))
            : whenAbsent();
        try {
          return work(folder, name);
        } catch (error) {
          if (errorCode(error) === 'ELOOP') return err(workspaceErrors.throughLink(path));
          throw error;
        } finally {
          folder.close();
        }
      }),
    );

  return {
    read: (path) =>
      inFolder<WorkspaceFile | null>(
        'read',
        path,
        (folder, name) => {
          const bytes = bytesOf(folder, name);
          if (bytes === null) return ok(null);
          const text = decodeUtf8(bytes);
          return text === null ? err(workspaceErrors.notUtf8(path)) : ok({ text, sha: hash(bytes) });
        },
        () => ok(null),
      ),

    write: (path, text, condition = {}) =>
      workspaceErrors.checkText(text).asyncAndThen(() =>
        inFolder('write', path, (folder, name) => {
          const bytes = Buffer.from(text);
          const found = (): string | null => shaOf(folder, name);
          const done = replaceFile(folder, name, bytes, { expectedSha: condition.expectedSha, found });
          return done ? ok({ sha: hash(bytes) }) : err(conflict(path, condition, found()));
        }),
      ),

    append: (path, text) =>
      workspaceErrors.checkText(text).asyncAndThen(() =>
        inFolder('append to', path, (folder, name) => {
          appendToFile(folder, name, Buffer.from(text));
          return ok(undefined);
        }),
      ),

    list: (folder) => onWorkspace('list files', () => listFolder(base, folder)),

    remove: (path, condition = {}) => {
      const refuse = (found: string | null): Result<{ removed: boolean }, WorkspaceFilesError> =>
        found === (condition.expectedSha ?? null) || condition.expectedSha === undefined
          ? ok({ removed: false })
          : err(conflict(path, condition, found));
      return inFolder(
        'remove',
        path,
        (folder, name) => {
          let found = shaOf(folder, name);
          const mayRemove = (): boolean => {
            found = shaOf(folder, name);
            return found !== null && (condition.expectedSha === undefined || condition.expectedSha === found);
          };
          return found !== null && removeFile(folder, name, mayRemove) ? ok({ removed: true }) : refuse(found);
        },
        () => refuse(null),
      );
    },
  };
}

/** The bytes of a file; null when there is none, which a folder without files does not change. */
function bytesOf(folder: WorkspaceFolder, name: string): Buffer | null {
  try {
    return readRegularFile(folder.at(name));
  } catch (error) {
    if (errorCode(error) === 'EISDIR' && isEmptyFolder(folder, name)) return null;
    throw error;
  }
}

function onWorkspace<T>(
  operation: string,
  work: () => Result<T, WorkspaceFilesError>,
): ResultAsync<T, WorkspaceFilesError> {
  const attempt = (): Result<T, WorkspaceFilesError> => {
    try {
      return work();
    } catch (error) {
      if (errorCode(error) === null) throw error;
      return err(workspaceErrors.storageFailure(operation, failureReason(error), error));
    }
  };
  return new ResultAsync(new Promise((done) => done(attempt())));
}

function conflict(path: string, { expectedSha = null }: WriteCondition, found: string | null): WorkspaceFilesError {
  return workspaceErrors.conflict(path, expectedSha, found);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
