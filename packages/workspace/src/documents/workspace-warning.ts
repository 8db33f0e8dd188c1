import type { Warning } from '@batonkit/core';

/** The codes of warnings about the files of a workspace. */
export type WorkspaceWarningCode =
  // State files.
  | 'StateFileLarge'
  | 'TaskTooLong'
  /** An input of a task is no longer what is upstream. */
  | 'StaleInput'
  // Tiers.
  | 'NoActiveTrack'
  | 'OverBudget'
  /** A file was edited during a compaction; the edit is kept. */
  | 'EditedMeanwhile'
  // Knowledge bank.
  | 'UnknownEntry'
  /** An entry that was added this round is not judged yet. */
  | 'EntryTooNew'
  // Dispatch.
  | 'DocumentMissing'
  /** A line that looks like a task, a criterion or a part of a report, and was not taken. */
  | 'NearMiss'
  | 'ReportUnreadable'
  /** A report that looks like a secret is not in the log. */
  | 'ReportWithheld'
  // Project context.
  | 'ProjectMissing'
  | 'DependencyMissing'
  /** A `.meta.json` that is no JSON object. */
  | 'MetaUnreadable';

/** A warning about the files of a workspace. `where` is the path of the file. */
export type WorkspaceWarning = Warning<WorkspaceWarningCode>;
