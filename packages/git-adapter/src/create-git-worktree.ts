import { errAsync, failure, type GitFailure, type GitWorktree } from '@batonkit/core';
import { createNativeWorktree } from './native/native-worktree.ts';
import { findWorktreeRoot, worktreeId } from './worktree-id.ts';

/** What {@link createGitWorktree} needs to know. */
export interface GitWorktreeOptions {
  /** A directory inside the working tree. */
  readonly directory: string;
  /** `native` runs the git program; `auto`, the default, takes what is there. */
  readonly engine?: 'auto' | 'native' | 'isomorphic';
  /** Where stored trees go; by default into `batonkit/` in the repository's common git directory. */
  readonly storage?: string;
}

/**
 * Opens a git working tree. Nothing is looked at until a method is called: a directory that is no repository, a missing git
 * and the like are answered by the methods, as `GitFailure`.
 *
 * @example
 * ```ts
 * import { createGitWorktree } from '@batonkit/git-adapter';
 *
 * const nowhere = createGitWorktree({ directory: '/nonexistent' });
 * const head = await nowhere.head();
 * head.isErr() && head.error.data.reason; // => 'not-a-repository'
 * ```
 */
export function createGitWorktree({ directory, engine = 'auto', storage }: GitWorktreeOptions): GitWorktree {
  if (engine !== 'isomorphic') return createNativeWorktree({ directory, ...(storage !== undefined && { storage }) });
  const refuse = () =>
    errAsync(
      failure('GitFailure', 'The isomorphic engine is not available yet. Use the native engine.', {
        reason: 'unsupported',
        detail: 'engine isomorphic',
      }) satisfies GitFailure,
    );
  return {
    id: worktreeId(findWorktreeRoot(directory)),
    engine: 'isomorphic-git',
    head: refuse,
    listFiles: refuse,
    observe: refuse,
    capture: refuse,
    diff: refuse,
    treeOf: refuse,
    readBlob: refuse,
    keep: refuse,
    drop: refuse,
    sweep: refuse,
    restore: refuse,
    materialize: refuse,
  };
}
