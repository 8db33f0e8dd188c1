import type { Warning } from '@batonkit/core';

/** The codes of warnings of a capture. */
export type CaptureWarningCode =
  /** A field of the task file that no context is made of. */
  | 'UnknownField'
  /** A text over 2 KiB, which every role that reads the context pays for. */
  | 'LongField'
  /** A scope entry in words: it stays text. */
  | 'ScopeIsProse'
  | 'ScopeMatchesNothing'
  /** A scope entry over so many files that `repo_paths` names its directory. */
  | 'ScopeTooWide'
  | 'NoAcceptanceCriteria'
  | 'NoQaCommands'
  | 'DirtyTree';

/** A warning of a capture. `where` is a file, or a place in one such as `tasks/login.yaml:7`. */
export type CaptureWarning = Warning<CaptureWarningCode>;
