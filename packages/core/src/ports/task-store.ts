import type { Rejection } from '../record/rejection.ts';
import type { InvalidTaskId } from '../record/task-id.ts';
import type { Failure } from '../result/failure.ts';
import type { ResultAsync } from '../result/result.ts';

/** SHA-256 of some bytes, as 64 lower-case hex digits. */
export type Sha256 = string;

/** What a store can promise; the conformance suite and callers read it instead of guessing. */
export interface TaskStoreCapabilities {
  /** True when an acknowledged commit survives the loss of power. */
  readonly durable: boolean;
  /** Who may write at the same time: callers in one process, processes on one host, or hosts on a network. */
  readonly scope: 'process' | 'host' | 'network';
  /** Largest body in UTF-8 bytes that `commit` takes. */
  readonly maxBodyBytes: number;
  /** Largest artifact in bytes that `putArtifact` takes. */
  readonly maxArtifactBytes: number;
}

/** What `read` found. `0` and `null`: the task never existed; `n` and `null`: it was purged at revision `n`. */
export interface StoredTask {
  readonly revision: number;
  readonly body: string | null;
}

/** One atomic change of a task: the next body, the audit lines that explain it, the artifacts that stay alive. */
export interface TaskCommit {
  readonly id: string;
  /** The revision this change was decided on. The commit becomes `expected + 1`, or fails with `Conflict`. */
  readonly expected: number;
  /** Names this change, so that repeating it after an unknown outcome is recognised. 1 to 128 characters. */
  readonly operationId: string;
  /** The whole new body, or `null` to purge. */
  readonly body: string | null;
  /** Lines to append to the task's audit; none may hold a line feed or carriage return. */
  readonly audit: readonly string[];
  /** Every artifact that is alive after this commit; the others may be swept. */
  readonly artifacts: readonly Sha256[];
}

/** What `commit` did. `replayed` means an earlier call with this operation id had already done it. */
export interface Committed {
  readonly revision: number;
  readonly replayed: boolean;
}

/** The audit lines that one commit appended. */
export interface AuditRevision {
  readonly revision: number;
  readonly lines: readonly string[];
}

/** One row of `list`. */
export interface TaskListing {
  readonly id: string;
  readonly revision: number;
  readonly purged: boolean;
  /**
   * Why the task cannot be read, mostly `Corrupt`; then `revision` is 0 and `purged` false. A damaged task is listed with its problem, so
   * that it does not hide the others.
   */
  readonly problem?: StoreError;
}

/** The expected failures of a {@link TaskStore}. */
export type StoreError =
  | InvalidTaskId
  | Rejection<'InvalidInput'>
  | Failure<'Conflict', { id: string; expected: number; found: number }>
  | Failure<'OperationIdReused', { id: string; operationId: string; revision: number; usedFor?: readonly string[] }>
  | Failure<'ArtifactMissing', { id: string; sha: Sha256 }>
  | Failure<'RecordTooLarge', { id: string; bytes: number; limit: number }>
  | Failure<'ArtifactTooLarge', { id: string; bytes: number; limit: number }>
  | Failure<'LockTimeout', { id: string; waitedMs: number }>
  | Failure<'OutcomeUnknown', { id: string; operationId: string }>
  | Failure<'Corrupt', { id: string; where: string; reason: string }>
  | Failure<'StorageFailure', { operation: string; reason: string }>;

/**
 * Where tasks live. This text is the specification; `taskStoreSuite` of `@batonkit/conformance` is its test.
 *
 * A task has a body (one opaque text), a gapless revision number, an append-only list of audit lines and a set of
 * artifacts. Adapters never parse, freeze or migrate a body.
 *
 * - **Compare-and-set.** `commit` is the only write of a body. It succeeds only on the revision it expects; otherwise it
 *   changes nothing and answers `Conflict` with the revision it found. Locks may spare retries, but nothing may depend
 *   on them.
 * - **All or nothing.** Body, audit lines and revision of a commit become visible together or not at all, to every
 *   reader, also when the process dies half-way. A failed commit leaves no trace.
 * - **Revisions** start at 1, grow by exactly 1 and go on through a purge, so that a paused writer of the purged life
 *   cannot succeed on the next one. Audit lines survive a purge.
 * - **Replay.** When `expected` does not match, the store looks for `operationId` in the revisions after `expected`. Found
 *   with the same body and audit lines: it answers that revision with `replayed: true` and writes nothing. Found with
 *   another content: `OperationIdReused`. When the adapter cannot learn whether a commit took place: `OutcomeUnknown`.
 * - **Artifacts** belong to one task and are named by the SHA-256 of their bytes. They are stored (durably, where the store
 *   is durable) before `putArtifact` answers. A commit that names an unknown one is `ArtifactMissing`. Reading verifies
 *   the bytes; damage is `Corrupt`.
 * - **Absent is absent only when it is.** Any other trouble is an error; unreadable data is `Corrupt`, never an empty start.
 * - **Ids** are checked with `parseTaskId` before anything else happens; each method answers `InvalidTaskId` otherwise.
 * - **Copies.** What goes in and comes out shares no memory with the store.
 */
export interface TaskStore {
  readonly capabilities: TaskStoreCapabilities;

  /** The current body and revision. */
  read(id: string): ResultAsync<StoredTask, StoreError>;

  /** Applies one change atomically, or not at all. */
  commit(commit: TaskCommit): ResultAsync<Committed, StoreError>;

  /** Stores bytes for a task (which need not exist yet) and answers their SHA-256. Repeating it is harmless. */
  putArtifact(id: string, bytes: Uint8Array): ResultAsync<Sha256, StoreError>;

  /** The bytes of an artifact, verified. */
  getArtifact(id: string, sha: Sha256): ResultAsync<Uint8Array, StoreError>;

  /**
   * Up to `limit` revisions after `afterRevision`, in order, each with its lines. Fewer than `limit` means the end. Numbers below 0
   * count as 0: such a page begins at the start, or is empty.
   */
  readAudit(
    id: string,
    page: { readonly afterRevision: number; readonly limit: number },
  ): ResultAsync<readonly AuditRevision[], StoreError>;

  /**
   * Up to `limit` tasks whose id starts with `prefix` and sorts (by code unit) behind `after`, in that order; none when `limit` is
   * below 0. A task that cannot be read is listed with its `problem`.
   */
  list(page: {
    readonly prefix?: string;
    readonly after?: string;
    readonly limit: number;
  }): ResultAsync<readonly TaskListing[], StoreError>;

  /**
   * Gives space back: artifacts that no current revision names and leftovers of crashed writers, each only when older
   * than `olderThanMs`. Never touches what a live record needs. Answers how many things it removed.
   */
  sweep(options: { readonly olderThanMs: number }): ResultAsync<{ readonly removed: number }, StoreError>;
}
