import { join } from 'node:path';
import { createBaton } from 'batonkit';
import type { OperationKit } from '@batonkit/operations';
import { createFsTaskStore, createFsWorkspaceFiles, createNodeQaRunner } from '@batonkit/fs-adapter';
import { createGitWorktree, createLinkedWorktrees } from '@batonkit/git-adapter';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';

const caller = { actor: 'whoever started it' };

/** All ports on one directory. */
export function createFsKit(root: string): OperationKit {
  const tasks = createFsTaskStore({ root: join(root, '.agent-output') });
  const worktree = createGitWorktree({ directory: root });
  const files = createFsWorkspaceFiles({ root });
  const linked = createLinkedWorktrees({ directory: root });
  return {
    baton: createBaton({ tasks, worktree, files, runner: createNodeQaRunner() }),
    tasks,
    worktree,
    files,
    root,
    caller,
    linked,
  };
}

/** Tasks in memory, of which none has a working tree: quick. Git only tells which files may be read. */
export function createMemoryKit(root: string): OperationKit {
  const tasks = createMemoryTaskStore();
  const files = createFsWorkspaceFiles({ root });
  const worktree = createGitWorktree({ directory: root });
  return { baton: createBaton({ tasks, files }), tasks, worktree, files, root, caller };
}
