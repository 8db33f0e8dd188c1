export { type FileOperations, nodeFiles, type OpenFile, type SeenEntry } from './files/file-operations.ts';
export { createNodeQaRunner, runQa, type QaRunOptions } from './qa-runner/run-qa.ts';
export { createFsTaskReader } from './task-store/fs-task-reader.ts';
export { createFsTaskStore, type FsTaskStoreOptions } from './task-store/fs-task-store.ts';
export { createFsWorkspaceFiles } from './workspace-files/fs-workspace-files.ts';
