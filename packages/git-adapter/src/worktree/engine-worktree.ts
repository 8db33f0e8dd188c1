import type { GitWorktree } from '@batonkit/core';

/** A working tree that says how far its answers can be relied on to be git's own. */
export interface EngineWorktree extends GitWorktree {
  /** `exact`: every answer is git's own, or a refusal. `reduced`: rare cases may differ, for the reasons listed. */
  readonly fidelity: 'exact' | 'reduced';
  readonly fidelityReasons: readonly string[];
  sibling(id: string): GitWorktree | null;
  findLost: NonNullable<GitWorktree['findLost']>;
  mainBranch: NonNullable<GitWorktree['mainBranch']>;
  mergeBase: NonNullable<GitWorktree['mergeBase']>;
  commitChanges: NonNullable<GitWorktree['commitChanges']>;
}
