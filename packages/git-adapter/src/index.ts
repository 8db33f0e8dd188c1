export { createGitWorktree, type GitWorktreeOptions } from './create-git-worktree.ts';
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
