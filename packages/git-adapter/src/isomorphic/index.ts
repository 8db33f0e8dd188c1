export { type EngineWorktree } from '../worktree/engine-worktree.ts';
export { createIsomorphicWorktree, type IsomorphicWorktreeOptions, ISOMORPHIC_ENGINE } from './isomorphic-worktree.ts';
export type { DirectoryEntry, FileStat, WorktreeFs } from '../host/worktree-fs.ts';
export { listWorktreeFiles } from './list-worktree-files.ts';
