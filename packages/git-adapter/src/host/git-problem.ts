import { failure, type GitFailure, type SnapshotElsewhere, type TooLarge } from '@batonkit/core';

/** Why git could not do it, for programs. */
export type GitReason = GitFailure['data']['reason'];

/**
 * A failure on its way from a deep step to the port's method, which answers it as a value. Steps of one look depend on each
 * other and each may fail for a dozen reasons; carrying them as exceptions inside this package keeps the steps readable.
 */
export class GitProblem extends Error {
  readonly failure: GitFailure | SnapshotElsewhere;

  constructor(failed: GitFailure | SnapshotElsewhere) {
    super(failed.message);
    this.name = 'GitProblem';
    this.failure = failed;
  }
}

/** What to tell a person, by reason. */
const advice: Record<GitReason, string> = {
  'not-a-repository':
    'This directory is not inside a git working tree. Run Batonkit in one, or create one with git init.',
  'no-commit': 'The repository has no commit yet. Make a first commit, then try again.',
  bare: 'This is a bare repository, which has no files to look at. Use one of its working trees.',
  unmerged: 'The index holds unmerged files. Finish the merge, then try again.',
  'git-missing': 'The git program was not found on PATH. Install git 2.30 or newer.',
  'git-too-old': 'This git is too old. Install a newer one.',
  'unknown-commit': 'The repository does not have this commit (any more).',
  'changed-meanwhile': 'Files changed while they were being looked at. Try again when nothing is writing.',
  unsupported: 'Batonkit does not support this, so it did nothing.',
  'disk-full': 'The disk is full. Free some space, then try again.',
  'too-large': 'There is more to store than the limits allow, so nothing was stored.',
  'not-permitted': 'Git or the operating system did not permit it.',
  'command-failed': 'Git reported an error.',
};

const MAX_DETAIL = 500;

/** A problem with its reason; `detail` says what exactly, cut to a sane length. */
export function gitProblem(reason: GitReason, detail: string, cause?: unknown): GitProblem {
  return new GitProblem(gitFailure(reason, detail, cause));
}

function gitFailure(reason: GitReason, detail: string, cause?: unknown): GitFailure {
  const short = detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)} ...` : detail;
  const message = short === '' ? advice[reason] : `${advice[reason]} (${short})`;
  return failure('GitFailure', message, { reason, detail: short }, cause);
}

/** More to store than the limits of a capture allow. */
export function tooLargeProblem(tooLarge: TooLarge): GitProblem {
  const detail = tooLarge.files.map(({ path, bytes }) => `${path}: ${bytes} bytes`).join(', ');
  const { message } = gitFailure('too-large', detail);
  return new GitProblem(failure('GitFailure', message, { reason: 'too-large', detail, tooLarge }));
}

/** True for the problem after which another attempt makes sense. */
export function isChangedMeanwhile(error: unknown): boolean {
  return (
    error instanceof GitProblem && 'reason' in error.failure.data && error.failure.data.reason === 'changed-meanwhile'
  );
}

/** True for problems that an object which is not there can be behind. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof GitProblem)) return false;
  const { failure: failed } = error;
  return (
    failed.code === 'SnapshotElsewhere' ||
    ['unknown-commit', 'command-failed', 'unsupported'].includes(failed.data.reason)
  );
}

/** A tree that this host does not have. */
export function snapshotElsewhere(tree: string): GitProblem {
  return new GitProblem(
    failure('SnapshotElsewhere', `The tree ${tree} is not stored on this host (any more).`, { tree }),
  );
}

/** A folder that holds something else stands where a file is to be put. */
export function folderInTheWay(path: string, holds: string): GitProblem {
  return gitProblem('unsupported', `${path} is a folder now, and it holds ${holds}; move that elsewhere first`);
}

/** Reads the operating system's error code. */
export function errnoOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The failure of anything that was thrown; a bug of ours stays an exception. */
export function toFailure(error: unknown): GitFailure | SnapshotElsewhere {
  if (error instanceof GitProblem) return error.failure;
  const code = errnoOf(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  const reason: GitReason = /^(ENOSPC|EDQUOT)$/.test(code)
    ? 'disk-full'
    : /^(EACCES|EPERM|EROFS)$/.test(code)
      ? 'not-permitted'
      : 'command-failed';
  return gitFailure(reason, error.message, error);
}

/** The same for methods that name no tree, and so may not answer that one is elsewhere. */
export function toGitFailure(error: unknown): GitFailure {
  const failed = toFailure(error);
  return failed.code === 'GitFailure' ? failed : gitFailure('command-failed', failed.message);
}
