export { qaParserSuite, type QaParserSuiteOptions, type QaSample } from './qa-parser/qa-parser-suite.ts';
export type { SharedStore } from './task-store/process-case.ts';
export { type StoreUnderTest, taskStoreSuite, type TaskStoreSuiteOptions } from './task-store/task-store-suite.ts';
export type { SharedFiles } from './workspace-files/shared-case.ts';
export {
  type FilesUnderTest,
  workspaceFilesSuite,
  type WorkspaceFilesSuiteOptions,
  type WorkspaceSeed,
} from './workspace-files/workspace-files-suite.ts';
export { gitWorktreeSuite, type GitWorktreeSuiteOptions } from './git-worktree/git-worktree-suite.ts';
export type { WorktreeEdits, WorktreeNeed, WorktreeUnderTest } from './git-worktree/worktree-under-test.ts';
