import { err, type Result, ResultAsync, type StoreError, storeErrors } from '@batonkit/core';
import { GitProblem, toFailure } from '../host/git-problem.ts';

/** A failure of the port on its way from a deep step to the method that answers it as a value. */
export class StoreProblem extends Error {
  readonly failure: StoreError;

  constructor(failure: StoreError) {
    super(failure.message);
    this.name = 'StoreProblem';
    this.failure = failure;
  }
}

/** Data that is there and cannot be what it should be. */
export function corrupt(id: string, where: string, reason: string, cause?: unknown): StoreProblem {
  return new StoreProblem(storeErrors.corrupt(id, where, reason, cause));
}

/** Runs steps on a repository; what they throw becomes the port's failure. A bug of ours stays an exception. */
export function onGit<T>(operation: string, work: () => Promise<Result<T, StoreError>>): ResultAsync<T, StoreError> {
  return new ResultAsync(work().catch((error: unknown) => err(storeFailure(operation, error))));
}

/** The failure of anything that a step threw. */
export function storeFailure(operation: string, error: unknown): StoreError {
  if (error instanceof StoreProblem) return error.failure;
  const { message } = toFailure(error);
  return storeErrors.storageFailure(operation, message.replace(/\.$/, ''), error);
}

/** Whether git ended because an object of the repository is damaged. */
export function isDamage(error: unknown): boolean {
  return (
    error instanceof GitProblem &&
    /is corrupt|inflate|unable to unpack|bad object|mismatch|garbage at end|invalid object|could not be retrieved/i.test(
      error.message,
    )
  );
}
