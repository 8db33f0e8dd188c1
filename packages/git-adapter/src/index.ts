export { createGitWorktree, type GitWorktreeOptions } from './create-git-worktree.ts';
export type { EngineWorktree } from './worktree/engine-worktree.ts';
export type { DirectoryEntry, FileStat, WorktreeFs } from './host/worktree-fs.ts';
export { askPersonalSetting } from './native/ask-personal-setting.ts';
export { askGitVersion } from './native/git-version.ts';
export { listKeptTrees } from './native/list-kept-trees.ts';
export { createGitRefTaskStore, type GitRefTaskStoreOptions } from './task-store/git-ref-task-store.ts';
export type { AroundStep } from './host/around-step.ts';
export { fetchTasks, pushTasks } from './task-store/exchange-tasks.ts';
export type {
  DivergedTask,
  ExchangedTask,
  ExchangeError,
  ExchangeOptions,
  TaskExchange,
  TasksDiverged,
} from './task-store/task-exchange.ts';
export { worktreeId } from './worktree/worktree-id.ts';
export {
  createLinkedWorktrees,
  type LinkedTarget,
  type LinkedWorktrees,
  type LinkedWorktreesOptions,
} from './linked-worktrees/create-linked-worktrees.ts';
export type { MainMerge, MainMergeOptions } from './linked-worktrees/fast-forward-main.ts';
export type { LinkedName } from './names/linked-name.ts';
export type { LinkedWorktreeError, MergeConflict } from './linked-worktrees/linked-problem.ts';
export type { TaskContributor } from './linked-worktrees/list-contributors.ts';
export type { CreatedTree } from './linked-worktrees/create-linked-tree.ts';
export type { LinkedTree } from './linked-worktrees/list-linked-trees.ts';
export type { BranchMerge } from './linked-worktrees/merge-agent.ts';
export type { RemovedTree } from './linked-worktrees/remove-linked-tree.ts';
