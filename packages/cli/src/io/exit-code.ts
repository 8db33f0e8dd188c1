/** How `baton` ends. In `baton hook`, and nowhere else, 2 means "block". */
export const EXIT_CODES = Object.freeze({
  done: 0,
  failed: 1,
  usage: 2,
  drift: 3,
  refused: 4,
  notFound: 5,
  conflict: 6,
});

const CODES: Readonly<Record<string, number>> = {
  DriftDetected: EXIT_CODES.drift,
  DriftUnresolved: EXIT_CODES.drift,
  Rejected: EXIT_CODES.refused,
  NotOwner: EXIT_CODES.refused,
  UnknownSection: EXIT_CODES.refused,
  NotApproved: EXIT_CODES.refused,
  StaleApproval: EXIT_CODES.refused,
  Elsewhere: EXIT_CODES.refused,
  StaleCitation: EXIT_CODES.refused,
  TreeClean: EXIT_CODES.refused,
  FileTooLarge: EXIT_CODES.refused,
  WorkWouldBeLost: EXIT_CODES.refused,
  OutOfScope: EXIT_CODES.refused,
  ContextNotFound: EXIT_CODES.notFound,
  SnapshotMissing: EXIT_CODES.notFound,
  SnapshotElsewhere: EXIT_CODES.notFound,
  ArtifactMissing: EXIT_CODES.notFound,
  StateFileNotFound: EXIT_CODES.notFound,
  SectionNotFound: EXIT_CODES.notFound,
  TaskBlockNotFound: EXIT_CODES.notFound,
  NoTasksFound: EXIT_CODES.notFound,
  Conflict: EXIT_CODES.conflict,
  ContextExists: EXIT_CODES.conflict,
  LockTimeout: EXIT_CODES.conflict,
  OperationIdReused: EXIT_CODES.conflict,
  InvalidInput: EXIT_CODES.usage,
  InvalidTaskId: EXIT_CODES.usage,
  PathEscapesRoot: EXIT_CODES.usage,
  InvalidConfig: EXIT_CODES.usage,
  Usage: EXIT_CODES.usage,
};

/**
 * The exit code that stands for a failure.
 *
 * @example
 * ```ts
 * import { exitCodeOf } from '@batonkit/cli';
 *
 * exitCodeOf('DriftDetected'); // => 3
 * exitCodeOf('StorageFailure'); // => 1
 * ```
 */
export function exitCodeOf(code: string): number {
  return (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? EXIT_CODES.failed;
}
