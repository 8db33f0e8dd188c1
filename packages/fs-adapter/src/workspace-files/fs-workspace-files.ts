import { resolve } from 'node:path';
import fs from 'node:fs';
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
import { appendToFile } from './append-to-file.ts';
import { isEmptyFolder } from './empty-folder.ts';
import { isClaim, retryClaim, type Withdrawn } from './file-claim.ts';
import { readRegularFile } from './regular-file.ts';
import { removeFile } from './remove-file.ts';
import { replaceFile } from './replace-file.ts';
import { openFolder, type WorkspaceFolder } from './workspace-folder.ts';

const LARGEST_KEPT = 1024 * 1024;

/**
 * Text files below a directory. On Linux no path leaves it, whatever others do to the directories meanwhile; elsewhere a
 * program that swaps a directory for a link within microseconds could redirect a call. Calls on one
 * file take effect in the order in which they are made, and writes are durable. Conditions are exact between processes too, without locks:
 * writers of one file withdraw each other's claims (`.batonkit-*` beside the file while it is written). A writer whose claim was withdrawn
 * retries for up to ten seconds without blocking the process. An editor that ignores claims can still save in the microseconds between the
 * last look and the replacement, and lose what it saved.
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

  /** The calls that wait for a rival in another process, by path; later calls on the same file wait behind them. */
  const waiting = new Map<string, Promise<unknown>>();

  /** Attempts at once, and again after each loss of the claim. */
  const inTurn = <T>(path: string, attempt: () => T | Withdrawn): T | Promise<T> => {
    const before = waiting.get(path);
    if (before === undefined) {
      const outcome = attempt();
      if (outcome !== 'withdrawn') return outcome;
    }
    const retry = (): Promise<T> => retryClaim(attempt);
    const wait = before === undefined ? retry() : before.then(retry, retry);
    waiting.set(path, wait);
    const leave = (): void => {
      if (waiting.get(path) === wait) waiting.delete(path);
    };
    wait.then(leave, leave);
    return wait;
  };

  /** Checks the path, opens its folder and works there. Without `whenAbsent` missing folders are made. */
  const inFolder = <T>(
    operation: string,
    path: string,
    work: (folder: WorkspaceFolder, name: string) => Result<T, WorkspaceFilesError> | Withdrawn,
    whenAbsent?: () => Result<T, WorkspaceFilesError>,
  ): ResultAsync<T, WorkspaceFilesError> => {
    const attempt = (names: readonly string[], name: string): Result<T, WorkspaceFilesError> | Withdrawn => {
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
    };
    return onWorkspace(`${operation} ${path}`, () => {
      const checked = parseWorkspacePath(path);
      if (checked.isErr()) return err(checked.error);
      const names = checked.value.split('/');
      const name = names.pop() ?? '';
      return inTurn(checked.value, () => attempt(names, name));
    });
  };

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
          if (done === 'withdrawn') return done;
          return done ? ok({ sha: hash(bytes) }) : err(conflict(path, condition, found()));
        }),
      ),

    append: (path, text) =>
      workspaceErrors
        .checkText(text)
        .asyncAndThen(() =>
          inFolder('append to', path, (folder, name) =>
            appendToFile(folder, name, Buffer.from(text)) === 'withdrawn' ? 'withdrawn' : ok(undefined),
          ),
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
          const done = found !== null && removeFile(folder, name, mayRemove);
          if (done === 'withdrawn') return done;
          return done ? ok({ removed: true }) : refuse(found);
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
  work: () => Result<T, WorkspaceFilesError> | Promise<Result<T, WorkspaceFilesError>>,
): ResultAsync<T, WorkspaceFilesError> {
  const run = async (): Promise<Result<T, WorkspaceFilesError>> => {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) === null) throw error;
      return err(workspaceErrors.storageFailure(operation, failureReason(error), error));
    }
  };
  return new ResultAsync(run());
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

/**
 * SHA-256 that remembers its last content: a file is read, changed and compared with what was read, and comparing bytes takes a
 * tenth of hashing them.
 */
function createContentHash(): (bytes: Buffer) => string {
  let last: { readonly bytes: Buffer; readonly sha: string } | null = null;
  return (bytes) => {
    if (last?.bytes.equals(bytes) === true) return last.sha;
    const sha = sha256Hex(bytes);
    if (bytes.length <= LARGEST_KEPT) last = { bytes, sha };
    return sha;
  };
}

/** The paths of all regular files below a folder, by code unit. */
function listFolder(base: string, folder: string | undefined): Result<string[], WorkspaceFilesError> {
  if (folder !== undefined) {
    const checked = parseWorkspacePath(folder);
    if (checked.isErr()) return err(checked.error);
  }
  const start = folder === undefined ? [] : folder.split('/');
  const found: string[] = [];
  const waiting = [start];
  for (let names = waiting.pop(); names !== undefined; names = waiting.pop()) {
    const opened = openFolder(base, names, { create: false });
    if (opened === 'absent') continue;
    if (opened === 'link') {
      if (names === start) return err(workspaceErrors.throughLink(folder ?? ''));
      continue;
    }
    try {
      for (const entry of entriesOf(opened)) {
        const path = [...names, entry.name];
        if (isClaim(entry.name) || parseWorkspacePath(path.join('/')).isErr()) continue;
        if (entry.isDirectory()) waiting.push(path);
        else if (entry.isFile()) found.push(path.join('/'));
      }
    } finally {
      opened.close();
    }
  }
  return ok(found.sort((a, b) => (a < b ? -1 : 1)));
}

function entriesOf(folder: WorkspaceFolder): fs.Dirent[] {
  return fs.readdirSync(folder.at('.'), { withFileTypes: true });
}
