export { createNativeWorktree, type NativeWorktreeOptions } from './native-worktree.ts';
