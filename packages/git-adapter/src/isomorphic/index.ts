export { type EngineWorktree } from '../engine-worktree.ts';
export { createIsomorphicWorktree, type IsomorphicWorktreeOptions, ISOMORPHIC_ENGINE } from './isomorphic-worktree.ts';
export type { DirectoryEntry, FileStat, WorktreeFs } from './worktree-fs.ts';
export { listWorktreeFiles } from './list-worktree-files.ts';
