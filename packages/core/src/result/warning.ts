/** The codes of core's warnings. Packages above core declare unions of their own. */
export type WarningCode =
  /** Another write came after the one that this answer repeats. */
  | 'MovedOn'
  /** The task had an earlier life, which ended while a rejection stood. */
  | 'RejectedBefore'
  /** A rebuild changed the brief, so approvals of the old one no longer count. */
  | 'ApprovalsVoided'
  /** A working tree continues a branch of an earlier life, which has commits of its own. */
  | 'ContinuesBranch'
  /** Nobody could look whether there is such a branch. */
  | 'BranchUnchecked'
  /** The main branch went on after the task's commits, and changed files that were approved. */
  | 'MainWentOn'
  // What changed around a task since its context was made.
  | 'HeadMoved'
  | 'BranchChanged'
  | 'TaskFileChanged'
  | 'PriorityChanged'
  | 'StaleCitation'
  // Nobody could look whether a source of the context changed: what the store or the workspace files report.
  | 'ArtifactMissing'
  | 'ArtifactTooLarge'
  | 'Conflict'
  | 'Corrupt'
  | 'InvalidInput'
  | 'InvalidTaskId'
  | 'LockTimeout'
  | 'NotUtf8'
  | 'OperationIdReused'
  | 'OutcomeUnknown'
  | 'PathEscapesRoot'
  | 'RecordTooLarge'
  | 'StorageFailure'
  // Snapshots and hand-offs.
  | 'DirtyTree'
  | 'OutOfScope'
  /** Outside the scope, rules that are ignored themselves hide what is beside them. */
  | 'HiddenFiles'
  | 'LargeDiff'
  | 'QaFailed'
  /** A QA run does not count as proof: what it is defined by changed, another program may have run, or the tree changed meanwhile. */
  | 'QaUnproven'
  /** The output of a QA run could not be written for people to read. It is in the store. */
  | 'OutputNotSaved'
  /** A parser of the caller's could not read a QA report. */
  | 'QaParser'
  /** The task file is not the one that was captured, so a QA run did not become the baseline. */
  | 'BaselineNotSet'
  /** A QA run became the baseline, and nobody compared the task file with the one that was captured. */
  | 'TaskFileUnchecked'
  // Completion and purge.
  | 'RoleNeverStarted'
  | 'TreeChanged'
  | 'WorkLost'
  | 'WorkUnchecked'
  | 'CompletionHookFailed'
  | 'PurgeFailed'
  | 'SnapshotsNotDropped';

/**
 * Something a person should know, though the operation succeeded. Tell warnings apart by `code`, which is spelled like the codes of errors.
 * `message` reads on its own; `where` names the file, the place (`file:line`) or the document that the warning is about, if there is one.
 *
 * @example
 * ```ts
 * import type { Warning } from '@batonkit/core';
 *
 * const warning: Warning<'ScopeIsProse'> = {
 *   code: 'ScopeIsProse',
 *   message: 'task.yaml:4: "the login form" matches no file; it is kept as text only.',
 *   where: 'task.yaml:4',
 * };
 * warning.code; // => 'ScopeIsProse'
 * ```
 */
export interface Warning<Code extends string = WarningCode> {
  readonly code: Code;
  readonly message: string;
  readonly where?: string;
}
