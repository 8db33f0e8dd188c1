import {
  createTaskCommitter,
  type CommitError,
  type MutationOptions,
  type TaskContext,
} from '../commit/task-committer.ts';
import { createContextStore, type ContextPolicy, type ContextStore } from '../context/context-store.ts';
import { systemClock, type Clock } from '../ports/clock.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { ResultAsync } from '../result/result.ts';
import { handOff, type HandedOff } from './hand-off.ts';
import { startTurn } from './start-turn.ts';

/** What a turn's start and end take. `session` is also noted as the role's `session_id`. */
export interface TurnOptions extends MutationOptions {
  readonly role: string;
}

/** All of Batonkit over one set of ports. */
export interface Baton {
  readonly contexts: ContextStore;

  /**
   * Opens a role's turn: the role before it has handed off, and nobody else is at work. Roles further down the line that were
   * done go back to pending, because what they looked at is about to change. Fails with `Rejected`, listing all that is in the way.
   */
  startTurn(taskId: string, options: TurnOptions): ResultAsync<TaskContext, CommitError>;

  /** Closes a role's turn: it is done, and the next may start. Fails with `Rejected` when the turn is not open. */
  handOff(taskId: string, options: TurnOptions): ResultAsync<HandedOff, CommitError>;
}

/**
 * Makes a {@link Baton}: the whole hand-off of a task from role to role in two calls a turn.
 *
 * @example
 * ```ts
 * import { createBaton, orThrow } from '@batonkit/core';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const baton = createBaton({ tasks: createMemoryTaskStore() });
 * await orThrow(baton.contexts.init('TASK-1', {
 *   actor: 'ada',
 *   git: { head: null, task_file_sha: null },
 *   immutable: {
 *     task_snapshot: { title: 'Fix login', priority: 'P1', area: 'backend', description: 'It fails.', scope_in: [], scope_out: [], acceptance_criteria: [] },
 *     standards_citations: [],
 *     validation_baseline: { commands: ['npm test'] },
 *     repo_paths: [],
 *     scope_patterns: [],
 *   },
 * }));
 * await orThrow(baton.startTurn('TASK-1', { role: 'implementer', actor: 'claude' }));
 * await orThrow(baton.handOff('TASK-1', { role: 'implementer', actor: 'claude' }));
 * const tooEarly = await baton.startTurn('TASK-1', { role: 'validator', actor: 'ci' });
 * tooEarly.isErr() && tooEarly.error.message; // => 'validator works on what reviewer hands over, and reviewer is pending. Finish that turn first.'
 * ```
 */
export function createBaton(ports: {
  readonly tasks: TaskStore;
  readonly clock?: Clock;
  readonly roles?: readonly string[];
  readonly policy?: ContextPolicy;
}): Baton {
  const { tasks, clock = systemClock, policy = {} } = ports;
  const committer = createTaskCommitter({ tasks, clock, policy });
  return {
    contexts: createContextStore(ports),
    startTurn: (taskId, options) => startTurn(committer, taskId, options),
    handOff: (taskId, options) => handOff(committer, taskId, options),
  };
}
