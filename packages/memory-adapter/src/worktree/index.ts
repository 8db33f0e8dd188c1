export { createMemoryWorktree, type MemoryWorktree, type MemoryWorktreeOptions } from './create-memory-worktree.ts';
