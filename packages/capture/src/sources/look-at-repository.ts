import {
  err,
  type GitFailure,
  type GitWorktree,
  ok,
  type Result,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import { warnOfDirtyTree } from '@batonkit/core/internal';
import type { CaptureWarning } from './capture-warning.ts';

/** What a capture needs to know of the repository around the files. */
export interface RepositoryLook {
  readonly head: string | null;
  readonly branch: string | null;
  /** Every file that scope entries can cover. */
  readonly existing: readonly string[];
  readonly warnings: readonly CaptureWarning[];
}

/** Looks at the working tree, where there is one, else only at which files there are. */
export async function lookAtRepository(
  files: Pick<WorkspaceFiles, 'list'>,
  worktree: Pick<GitWorktree, 'head' | 'listFiles' | 'observe'> | undefined,
): Promise<Result<RepositoryLook, GitFailure | WorkspaceFilesError>> {
  if (worktree === undefined) {
    return (await files.list()).map((existing) => ({ head: null, branch: null, existing, warnings: [] }));
  }
  const head = await worktree.head();
  if (head.isErr()) return err(head.error);
  const existing = await worktree.listFiles();
  if (existing.isErr()) return err(existing.error);
  const state = await worktree.observe({ base: head.value.commit });
  if (state.isErr()) return err(state.error);

  // Untracked files are nobody's trouble, and what is staged only belongs to the next commit.
  const modified = state.value.changed.filter(({ xy }) => xy !== '??' && !/^.[. ]$/.test(xy)).map(({ path }) => path);
  const { commit, branch } = head.value;
  return ok({
    head: commit,
    branch,
    existing: existing.value,
    warnings: warnOfDirtyTree(modified),
  });
}
