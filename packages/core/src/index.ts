export { type AuditEntry, auditEntrySchema } from './audit/audit-entry.ts';
export type { ChainAnchor } from './audit/chain-anchor.ts';
export { replayAudit, type Replayed } from './audit/replay-audit.ts';
export { type AuditBreak, type AuditBroken, verifyAudit } from './audit/verify-audit.ts';
export { createTurns, type TurnPolicy, type Turns, type TurnsOptions } from './turns/create-turns.ts';
export type { StartTurnError, StartTurnOptions, TurnOptions } from './turns/start-turn.ts';
export type { HandedOff, HandOffError, HandOffOptions } from './turns/hand-off.ts';
export { MAX_RECORD_BYTES } from './commit/prepare-commit.ts';
export type { ReadTaskError } from './commit/read-task.ts';
export type {
  CommitError,
  CommitPolicy,
  MutationOptions,
  PurgedTask,
  MutatedTask,
  TaskContext,
} from './commit/task-committer.ts';
export type { EvidenceError } from './contexts/attach-evidence.ts';
export type { CompletedTask, CompletionHook, ForcedOptions } from './contexts/complete-task.ts';
export { dropSnapshots, type DroppedSnapshots } from './contexts/drop-snapshots.ts';
export type { LostWork, WorkWouldBeLost } from './contexts/find-lost-work.ts';
export {
  type ContextPolicy,
  type ContextStore,
  type ContextStoreOptions,
  createContextStore,
  type InitOptions,
  type SendOptions,
} from './contexts/context-store.ts';
export { EXPORT_FIELDS, type ExportField, TRIMMING_ORDER } from './contexts/export-fields.ts';
export type { ExportPolicy, RoleExport } from './contexts/export-for-role.ts';
export type { SourceError } from './contexts/look-at-sources.ts';
export type { ParseQa, QaLog, QaLogHints, QaOutcome, QaReading } from './contexts/read-qa-log.ts';
export { type ContextManifest, ContextManifestSchema } from './contexts/context-manifest.ts';
export type { StaleCitation } from './contexts/stale-citation.ts';
export {
  compareImmutable,
  type FieldChange,
  type RebuildOptions,
  type RebuiltContext,
} from './contexts/rebuild-context.ts';
export type { RecordedQa, RecordQaOptions } from './contexts/record-qa.ts';
export type { QaBaseline, QaGrade, QaProof, QaResult, QaRun, QaTool, QaVerdict } from './slices/qa-result.ts';
export { STATUS_EDGES } from './slices/decide-role.ts';
export type { Observed } from './contexts/find-staleness.ts';
export type { ContextListing } from './contexts/list-contexts.ts';
export type { AuditTrail } from './commit/read-audit-trail.ts';
export { caseSafeName, type CaseSpelling, nameBehind } from './ports/case-safe-name.ts';
export { checkCommit } from './ports/check-commit.ts';
export { commitDigest } from './ports/commit-digest.ts';
export type { ContentFile } from './ports/linked-trees.ts';
export type { SecretFinding, SecretScanner } from '@batonkit/secrets';
export type { SecretFound } from './commit/secret-found.ts';
export { type Clock, systemClock } from './ports/clock.ts';
export type {
  CapturedTree,
  ChangedFile,
  ChangeStatus,
  CommitChange,
  GitFailure,
  GitWorktree,
  CaptureLimits,
  MainBranchState,
  SnapshotElsewhere,
  Surroundings,
  TooLarge,
  TreeDiff,
  TreePath,
  WorktreeState,
} from './ports/git-worktree.ts';
export type { LinkedTreeFacts, LinkedTrees } from './ports/linked-trees.ts';
export { MAIN_LOCK_TASK, type MainLockReader } from './ports/main-lock-reader.ts';
export { parseWorkspacePath, type PathEscapesRoot } from './ports/parse-workspace-path.ts';
export type {
  QaCommandToRun,
  QaExecuted,
  QaExecution,
  QaKind,
  QaOutput,
  QaProgress,
  QaRequest,
  QaRunner,
  QaRunnerFailure,
} from './ports/qa-runner.ts';
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
export type { OpenTaskError } from './commit/open-task.ts';
export type { DriftDetected } from './deltas/count-drift.ts';
export type { DeltaPolicy } from './deltas/delta-ports.ts';
export {
  createDeltaTracker,
  type DeltaTracker,
  type DeltaTrackerOptions,
  type SnapshotTaken,
} from './deltas/delta-tracker.ts';
export type {
  QaRunSettings,
  QaTrace,
  RanQa,
  RunQaError,
  RunQaOptions,
  SaveQaOutput,
  TraceQa,
} from './contexts/run-qa.ts';
export type { Inspection, Verified } from './deltas/verify-role.ts';
export type { Attribution, AttributionError } from './deltas/attribute-task.ts';
export type { AttributedFile, LineCount, LineSpan } from './attribution/attribute-chain.ts';
export type { RoleDiff, RoleDiffError } from './deltas/read-diff.ts';
export { describeState } from './deltas/describe-state.ts';
export { type LookOptions, observeTree } from './deltas/look-at-tree.ts';
export { type DriftCheck, type DriftReport, DriftReportSchema, formatDriftReport } from './deltas/drift-report.ts';
export {
  COMMITTED_EXACTLY,
  type CurrentTree,
  type DriftFinding,
  type ExpectedTree,
  type Expectation,
  findDrift,
} from './deltas/find-drift.ts';
export type { SurroundingsPolicy } from './deltas/find-surroundings-drift.ts';
export type { SnapshotMissing } from './deltas/find-link.ts';
export type { Elsewhere } from './deltas/own-tree.ts';
export type { NamesSnapshot } from './deltas/find-target.ts';
export type { ForeignEdits, Restored, RestoreError, RestorePreview, RestoreStep } from './deltas/restore-snapshot.ts';
export type { FileTooLarge, OutOfScope, SnapshotError, SnapshotRequest, TreeClean } from './deltas/take-snapshot.ts';
export {
  type SnapshotSummary,
  SnapshotSummarySchema,
  type WorktreeSnapshot,
  WorktreeSnapshotSchema,
} from './slices/worktree-snapshot.ts';
export { workspaceErrors } from './ports/workspace-errors.ts';
export type { WorkspaceFile, WorkspaceFiles, WorkspaceFilesError, WriteCondition } from './ports/workspace-files.ts';
export type { Command, CommandInput } from './machine/core-machine.ts';
export type { DecideEnv } from './record/decide-env.ts';
export type { DecideError } from './record/decision.ts';
export type { Decision } from './machine/core-machine.ts';
export type { DeepReadonly } from './record/freeze.ts';
export { defineTask, type TaskDefinition } from './machine/define-task.ts';
export { coreSlices, type CoreSlices } from './machine/core-machine.ts';
export { createMachine, type EventOf, type Machine, type MachineOf } from './machine/create-machine.ts';
export type { MachineOption, SendableOf } from './machine/machine-option.ts';
export { defineSlice, type RecordOf, type Slice } from './record/slice.ts';
export { type Migration, migrateRecord } from './machine/migrate-record.ts';
export type { ReadRecordError } from './machine/read-record.ts';
export { reject, rejection, type Rejection, type Unmet } from './record/rejection.ts';
export { type TaskEvent } from './machine/core-machine.ts';
export { type InvalidTaskId, parseTaskId } from './record/task-id.ts';
export { type CompletionSummary, type TaskRecord } from './machine/core-machine.ts';
export { type Coordination, type RoleStatus } from './slices/coordination.ts';
export { DEFAULT_ROLES } from './record/life.ts';
export { type Evidence } from './slices/evidence.ts';
export { type ImmutableSection, ImmutableSectionSchema, RECORD_VERSION } from './record/envelope.ts';
export { type TreeLink } from './slices/deltas.ts';
export { type Failure, failure } from './result/failure.ts';
export { BatonError, orThrow } from './result/or-throw.ts';
export { Err, err, errAsync, Ok, ok, okAsync, Result, ResultAsync } from './result/result.ts';
export type { Warning, WarningCode } from './result/warning.ts';
export { matchGlob } from './text/match-glob.ts';
export {
  type ChangeListener,
  type TaskChange,
  watchTaskChanges,
  type WatchOptions,
} from './contexts/watch-task-changes.ts';
