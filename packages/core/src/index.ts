export { type AuditEntry, AuditEntrySchema } from './audit/audit-entry.ts';
export type { ChainAnchor } from './audit/chain-anchor.ts';
export { replayAudit, type Replayed } from './audit/replay-audit.ts';
export { type AuditBreak, type AuditBroken, verifyAudit } from './audit/verify-audit.ts';
export { type Baton, createBaton, type TurnOptions } from './baton/create-baton.ts';
export type { HandedOff } from './baton/hand-off.ts';
export type { SecretFinding, SecretFound, SecretScanner } from './commit/find-secrets.ts';
export { MAX_RECORD_BYTES } from './commit/prepare-commit.ts';
export type { ReadTaskError } from './commit/read-task.ts';
export type {
  CommitError,
  CommitPolicy,
  MutationOptions,
  PurgedTask,
  TaskContext,
  Warning,
} from './commit/task-committer.ts';
export type { EvidenceError } from './context/attach-evidence.ts';
export type { CompletedTask, CompletionHook } from './context/complete-task.ts';
export {
  type ContextPolicy,
  type ContextStore,
  createContextStore,
  type InitOptions,
} from './context/context-store.ts';
export { STATUS_EDGES } from './context/decide-role.ts';
export type { Observed } from './context/find-staleness.ts';
export type { ContextListing } from './context/list-contexts.ts';
export type { AuditTrail } from './context/read-audit-trail.ts';
export { checkCommit } from './ports/check-commit.ts';
export { type Clock, systemClock } from './ports/clock.ts';
export { parseWorkspacePath, type PathEscapesRoot } from './ports/parse-workspace-path.ts';
export { storeErrors } from './ports/store-errors.ts';
export type {
  AuditRevision,
  Committed,
  Sha256,
  StoredTask,
  StoreError,
  TaskCommit,
  TaskListing,
  TaskStore,
  TaskStoreCapabilities,
} from './ports/task-store.ts';
export { workspaceErrors } from './ports/workspace-errors.ts';
export type { WorkspaceFile, WorkspaceFiles, WorkspaceFilesError, WriteCondition } from './ports/workspace-files.ts';
export { type Command, type CommandInput } from './record/command.ts';
export type { DecideEnv } from './record/decide-env.ts';
export { decide } from './record/decide.ts';
export type { DecideError, Decision } from './record/decision.ts';
export { evolve } from './record/evolve.ts';
export type { DeepReadonly } from './record/freeze.ts';
export { type Migration, migrateRecord } from './record/migrate-record.ts';
export { readRecord, type ReadRecordError } from './record/read-record.ts';
export type { Rejection, Unmet } from './record/rejection.ts';
export { type TaskEvent, TaskEventSchema } from './record/task-event.ts';
export { type InvalidTaskId, parseTaskId } from './record/task-id.ts';
export {
  type CompletionSummary,
  type Coordination,
  DEFAULT_ROLES,
  type Evidence,
  type ImmutableSection,
  ImmutableSectionSchema,
  RECORD_VERSION,
  type RoleStatus,
  type TaskRecord,
  TaskRecordSchema,
} from './record/task-record.ts';
export { type Failure, failure } from './result/failure.ts';
export { BatonError, orThrow } from './result/or-throw.ts';
export { Err, err, errAsync, Ok, ok, okAsync, Result, ResultAsync } from './result/result.ts';
