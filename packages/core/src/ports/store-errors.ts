import { failure } from '../result/failure.ts';
import type { Sha256, StoreError } from './task-store.ts';

/** The failures of a task store with their messages, so that every adapter says the same thing in the same words. */
export const storeErrors = {
  conflict: (id: string, expected: number, found: number): StoreError =>
    failure(
      'Conflict',
      `${id} is at revision ${found}, not ${expected}: somebody else wrote first. Read it again and decide anew.`,
      { id, expected, found },
    ),

  operationIdReused: (id: string, operationId: string, revision: number): StoreError =>
    failure(
      'OperationIdReused',
      `${id}: operation id ${operationId} already made revision ${revision} with other content. Nothing was written; use a new id.`,
      { id, operationId, revision },
    ),

  artifactMissing: (id: string, sha: Sha256): StoreError =>
    failure(
      'ArtifactMissing',
      `${id}: artifact ${sha} is not in the store. If it was there before, it has been removed: put it back from a backup. A new one is stored before a record names it.`,
      { id, sha },
    ),

  recordTooLarge: (id: string, bytes: number, limit: number): StoreError =>
    failure(
      'RecordTooLarge',
      `${id}: the body has ${bytes} bytes, and this store takes ${limit}. Nothing was written.`,
      { id, bytes, limit },
    ),

  artifactTooLarge: (id: string, bytes: number, limit: number): StoreError =>
    failure(
      'ArtifactTooLarge',
      `${id}: the artifact has ${bytes} bytes, and this store takes ${limit}. Nothing was written.`,
      { id, bytes, limit },
    ),

  lockTimeout: (id: string, waitedMs: number): StoreError =>
    failure('LockTimeout', `${id} was locked by another writer for ${waitedMs} ms. Nothing was written; try again.`, {
      id,
      waitedMs,
    }),

  outcomeUnknown: (id: string, operationId: string, cause?: unknown): StoreError =>
    failure(
      'OutcomeUnknown',
      `${id}: it is not known whether operation ${operationId} was written. Repeat it with the same operation id; it will not apply twice.`,
      { id, operationId },
      cause,
    ),

  corrupt: (id: string, where: string, reason: string, cause?: unknown): StoreError =>
    failure(
      'Corrupt',
      `${id}: ${where} is damaged (${reason}). Nothing was changed; restore it from a backup.`,
      { id, where, reason },
      cause,
    ),

  storageFailure: (operation: string, reason: string, cause?: unknown): StoreError =>
    failure('StorageFailure', `The store could not ${operation}: ${reason}.`, { operation, reason }, cause),
};
