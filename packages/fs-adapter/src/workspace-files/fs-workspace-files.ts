import fs from 'node:fs';
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
import { sha256Hex } from '@batonkit/core/text';
import { errorCode } from '../files/file-operations.ts';
import { failureReason } from '../files/storage-failure.ts';
import { appendToFile, readRegularFile } from './regular-file.ts';
import { listFolder } from './list-folder.ts';
import { replaceFile } from './replace-file.ts';
import { openFolder, type WorkspaceFolder } from './workspace-folder.ts';

/**
 * Text files below a directory. On Linux no path leaves it, whatever others do to the directories meanwhile; elsewhere a
 * program that swaps a directory for a link within microseconds could redirect a call. Calls finish before they return, so
 * that callers in one process never interleave; writes are durable.
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
          if (fs.lstatSync(folder.at(name), { throwIfNoEntry: false })?.isSymbolicLink() === true)
            return err(workspaceErrors.throughLink(path));
          return work(folder, name);
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
          const bytes = readRegularFile(folder.at(name));
          if (bytes === null) return ok(null);
          const text = decodeUtf8(bytes);
          return text === null ? err(workspaceErrors.notUtf8(path)) : ok({ text, sha: sha256Hex(bytes) });
        },
        () => ok(null),
      ),

    write: (path, text, condition = {}) =>
      workspaceErrors.checkText(text).asyncAndThen(() =>
        inFolder('write', path, (folder, name) => {
          const bytes = Buffer.from(text);
          const done = replaceFile(folder, name, bytes, {
            onlyNew: condition.expectedSha === null,
            mayReplace: () => condition.expectedSha === undefined || condition.expectedSha === shaOf(folder, name),
          });
          return done ? ok({ sha: sha256Hex(bytes) }) : err(conflict(path, condition, shaOf(folder, name)));
        }),
      ),

    append: (path, text) =>
      workspaceErrors.checkText(text).asyncAndThen(() =>
        inFolder('append to', path, (folder, name) => {
          appendToFile(folder.at(name), Buffer.from(text));
          folder.sync();
          return ok(undefined);
        }),
      ),

    list: (folder) => onWorkspace('list files', () => listFolder(base, folder)),

    remove: (path, condition = {}) => {
      const removeFound = (
        found: string | null,
        unlink: () => void,
      ): Result<{ removed: boolean }, WorkspaceFilesError> => {
        const { expectedSha = found } = condition;
        if (expectedSha !== found) return err(conflict(path, condition, found));
        if (found !== null) unlink();
        return ok({ removed: found !== null });
      };
      return inFolder(
        'remove',
        path,
        (folder, name) =>
          removeFound(shaOf(folder, name), () => {
            fs.unlinkSync(folder.at(name));
            folder.sync();
          }),
        () => removeFound(null, () => undefined),
      );
    },
  };
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

function shaOf(folder: WorkspaceFolder, name: string): string | null {
  const bytes = readRegularFile(folder.at(name));
  return bytes === null ? null : sha256Hex(bytes);
}

function conflict(path: string, { expectedSha = null }: WriteCondition, found: string | null): WorkspaceFilesError {
  return workspaceErrors.conflict(path, expectedSha, found);
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
