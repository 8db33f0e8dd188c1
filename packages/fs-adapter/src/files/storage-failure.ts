import { err, type Result, ResultAsync, type StoreError, storeErrors } from '@batonkit/core';
import { errorCode } from './file-operations.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  ENOTDIR: 'a file stands where a directory should be',
  EISDIR: 'a directory stands where a file should be',
  EFTYPE: 'something other than a regular file stands where a file should be',
  EFBIG: 'the file is larger than any file of a store',
  EIO: 'the device reported an input/output error',
  ENOSPC: 'the disk is full',
  EBUSY: 'others kept changing the file',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'the process has too many open files',
  ENFILE: 'the system has too many open files',
  ELOOP: 'symbolic links form a loop',
  EXDEV: 'the store spans several file systems',
  ENAMETOOLONG: 'the path is too long',
};

/** Runs file operations; one that fails becomes `StorageFailure` with its path and reason. Other errors are bugs and stay. */
export function onDisk<T>(operation: string, work: () => Promise<Result<T, StoreError>>): ResultAsync<T, StoreError> {
  return new ResultAsync(
    work().catch((error: unknown) => {
      if (errorCode(error) === null) throw error;
      return err(storageFailure(operation, error));
    }),
  );
}

/** A failed file operation of a task store, as its failure: with the code of the system and the path. */
export function storageFailure(operation: string, error: unknown): StoreError {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? ` at ${error.path}` : '';
  return storeErrors.storageFailure(operation, `${failureReason(error)}${path}`, error);
}

/** Why a file operation failed, in words and with the code of the system. */
export function failureReason(error: unknown): string {
  const code = errorCode(error) ?? 'unknown error';
  return `${REASONS[code] ?? 'the file system refused'} (${code})`;
}
