export { createGitWorktree, type GitWorktreeOptions } from './create-git-worktree.ts';
