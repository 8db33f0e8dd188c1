/** What is known about a task that a session would like to work on. */
export interface TaskAvailability {
  /** The session that asks. */
  readonly sessionId: string;
  /** The session that holds the task's claim; null when nobody does. */
  readonly claimedBy: string | null;
  /** Whether the task's working tree is there. */
  readonly hasWorktree: boolean;
}

/** What the session does, why, and, where a person has to choose, between what. */
export interface TaskSelection {
  readonly action: 'resume' | 'inconsistent' | 'select_alternative' | 'ask' | 'proceed';
  readonly reason: string;
  readonly choices: readonly ('clean_up' | 'resume' | 'choose_another')[];
}

// Data rather than matched: this is the only choice of its subpath that would need ts-pattern.
const MATRIX: Readonly<Record<'own' | 'other' | 'none', Readonly<Record<'there' | 'missing', TaskSelection>>>> = {
  own: {
    there: {
      action: 'resume',
      reason: 'This session holds the claim. Continue from the recorded state.',
      choices: [],
    },
    missing: {
      action: 'inconsistent',
      reason: 'This session holds the claim, but the working tree is missing. Ask the user.',
      choices: [],
    },
  },
  other: {
    there: {
      action: 'select_alternative',
      reason: 'Another session is working on this task. Choose another one.',
      choices: [],
    },
    missing: {
      action: 'select_alternative',
      reason: 'Another session has claimed this task. Choose another one.',
      choices: [],
    },
  },
  none: {
    there: {
      action: 'ask',
      reason: 'The task has a working tree, but nobody claims it. Ask the user: clean up, resume, or choose another.',
      choices: ['clean_up', 'resume', 'choose_another'],
    },
    missing: { action: 'proceed', reason: 'The task is free: claim it and begin with INIT.', choices: [] },
  },
};

/**
 * The selection matrix: whether a session may work on a task, from who holds its claim and whether its working tree is there. A
 * claim of another session is never overridden, and a working tree that nobody claims is never taken for abandoned.
 *
 * @example
 * ```ts
 * import { selectTask } from '@batonkit/protocol';
 *
 * selectTask({ sessionId: 's1', claimedBy: null, hasWorktree: false }).action; // => 'proceed'
 * selectTask({ sessionId: 's1', claimedBy: 's2', hasWorktree: true }).action; // => 'select_alternative'
 * selectTask({ sessionId: 's1', claimedBy: null, hasWorktree: true }).choices; // => ['clean_up', 'resume', 'choose_another']
 * ```
 */
export function selectTask({ sessionId, claimedBy, hasWorktree }: TaskAvailability): TaskSelection {
  const claim = claimedBy === null ? 'none' : claimedBy === sessionId ? 'own' : 'other';
  return MATRIX[claim][hasWorktree ? 'there' : 'missing'];
}
