import { type GitFailure, ResultAsync } from '@batonkit/core';
import { toGitFailure } from '../host/git-problem.ts';
import { locateRepository } from './locate-repository.ts';
import { openSnapshotStore } from './snapshot-store.ts';

/**
 * The trees that are kept for a repository, by name; a snapshot's name is the task id, `/`, and the tree. For maintenance: who compares them
 * with the tasks finds those that nobody needs any more.
 *
 * @example
 * ```ts
 * import { listKeptTrees } from '@batonkit/git-adapter';
 *
 * const nowhere = await listKeptTrees({ directory: '/nonexistent' });
 * nowhere.isErr() && nowhere.error.code; // => 'GitFailure'
 * ```
 */
export function listKeptTrees({
  directory,
}: {
  readonly directory: string;
}): ResultAsync<readonly { readonly name: string; readonly tree: string }[], GitFailure> {
  return ResultAsync.fromPromise(
    locateRepository(directory).then((repository) => openSnapshotStore(repository).kept()),
    toGitFailure,
  );
}
