import { type Failure, failure, type GitFailure, type InvalidTaskId, type Rejection, type Unmet } from '@batonkit/core';
import { toGitFailure } from '../host/git-problem.ts';

/** Commits of an agent that do not fit on what the task branch holds by now. Nothing was changed. */
export type MergeConflict = Failure<
  'MergeConflict',
  {
    readonly taskId: string;
    readonly agent: string;
    /** The agent's commit that does not apply, with its subject. */
    readonly commit: string;
    readonly subject: string;
    /** The task branch, whose content it conflicts with. */
    readonly onto: string;
    readonly files: readonly string[];
  }
>;

/** Why something could not be done with a linked working tree. */
export type LinkedWorktreeError =
  | GitFailure
  | InvalidTaskId
  | Rejection<'InvalidInput'>
  /** Lists everything that is in the way. */
  | Rejection<'Rejected'>
  | Rejection<'NotOwner'>
  | Rejection<'NotApproved'>
  | Rejection<'StaleApproval'>
  | MergeConflict
  | Failure<'LockTimeout', { readonly id: string; readonly waitedMs: number }>;

/** A failure on its way from a deep step to the method that answers it as a value. */
export class LinkedProblem extends Error {
  readonly failure: LinkedWorktreeError;

  constructor(failed: LinkedWorktreeError) {
    super(failed.message);
    this.name = 'LinkedProblem';
    this.failure = failed;
  }
}

/** A refusal that lists everything that is in the way. */
export function inTheWay(unmet: readonly Unmet[]): LinkedProblem {
  return new LinkedProblem(failure('Rejected', unmet.map(({ detail }) => detail).join(' '), { unmet }));
}

/** The failure of anything that was thrown; a bug of ours stays an exception. */
export function toLinkedFailure(error: unknown): LinkedWorktreeError {
  if (error instanceof LinkedProblem) return error.failure;
  return toGitFailure(error);
}
