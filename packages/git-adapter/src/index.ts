export { createGitWorktree, type GitWorktreeOptions } from './create-git-worktree.ts';
export type { EngineWorktree } from './engine-worktree.ts';
export type { DirectoryEntry, FileStat, WorktreeFs } from './isomorphic/worktree-fs.ts';
