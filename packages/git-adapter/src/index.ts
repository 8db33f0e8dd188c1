export { createGitWorktree, type GitWorktreeOptions } from './create-git-worktree.ts';
export type { EngineWorktree } from './engine-worktree.ts';
export type { DirectoryEntry, FileStat, WorktreeFs } from './isomorphic/worktree-fs.ts';
export { createGitRefTaskStore, type GitRefTaskStoreOptions } from './task-store/git-ref-task-store.ts';
export type { AroundStep } from './task-store/ref-repository.ts';
export { fetchTasks, pushTasks } from './task-store/exchange-tasks.ts';
export type {
  DivergedTask,
  ExchangedTask,
  ExchangeError,
  ExchangeOptions,
  TaskExchange,
  TasksDiverged,
} from './task-store/task-exchange.ts';
