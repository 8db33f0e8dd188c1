import { join } from 'node:path';
import { err, type GitFailure, ok, type Result, type TreePath } from '@batonkit/core';
import { toGitFailure } from '../host/git-problem.ts';
import { Conversions } from './conversions.ts';
import { parseIndexFile } from './index-file.ts';
import { locateWorktree, openRepository } from './open-repository.ts';
import { walkWhole } from './walk-worktree.ts';
import { readIfThere, statOf, type WorktreeFs } from '../host/worktree-fs.ts';

/**
 * Lists the tracked and the untracked, not ignored files of a working tree at once, without waiting: for test doubles and tools
 * that cannot. Names are plain text, in no particular order. Fails with `GitFailure`.
 *
 * @example
 * ```ts
 * import { vol, fs } from 'memfs';
 * import { listWorktreeFiles } from '@batonkit/git-adapter/isomorphic';
 *
 * vol.fromJSON({ '/repo/.git/HEAD': 'ref: refs/heads/main', '/repo/.git/objects/x': '', '/repo/.gitignore': '*.log', '/repo/a.log': '' });
 * listWorktreeFiles({ directory: '/repo', fs }).unwrapOr([]); // => ['.gitignore']
 * ```
 */
export function listWorktreeFiles({
  directory,
  fs,
}: {
  readonly directory: string;
  readonly fs: WorktreeFs;
}): Result<readonly TreePath[], GitFailure> {
  try {
    const repository = openRepository(locateWorktree({ directory, fs }));
    const file = join(repository.gitDirectory, 'index');
    const index = parseIndexFile(readIfThere(fs, file), statOf(fs, file));
    const tracked = new Map(index.entries.map((entry) => [entry.path, entry]));
    const conversions = new Conversions(repository.settings);
    const options = { repository, index, tracked, conversions, keepContent: () => false, reads: false };
    const { present, now } = walkWhole(options);
    return ok([...present, ...now.keys()]);
  } catch (error) {
    return err(toGitFailure(error));
  }
}
