import { createTaskCommitter, type MutatedTask } from '../commit/task-committer.ts';
import { createContextStore, type ContextPolicy, type ContextStore } from '../context/context-store.ts';
import { headReader } from '../context/observe-head.ts';
import type { DeltaPolicy } from '../delta/delta-ports.ts';
import { createDeltaTracker, type DeltaTracker } from '../delta/delta-tracker.ts';
import type { GuardPolicy } from '../guard/guard-policy.ts';
import { systemClock, type Clock } from '../ports/clock.ts';
import type { GitWorktree } from '../ports/git-worktree.ts';
import type { LinkedTrees } from '../ports/linked-trees.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { WorkspaceFiles } from '../ports/workspace-files.ts';
import { createTaskProtocol, type ProtocolPolicy, type TaskProtocol } from '../protocol/task-protocol.ts';
import { ResultAsync } from '../result/result.ts';
import { createStateFiles } from '../state-file/create-state-files.ts';
import type { StateFiles } from '../state-file/state-files.ts';
import type { ContextTiers } from '../tiers/context-tiers.ts';
import { createContextTiers } from '../tiers/create-context-tiers.ts';
import { handOff, type HandedOff, type HandOffError, type HandOffOptions } from './hand-off.ts';
import { startTurn, type StartTurnError, type StartTurnOptions } from './start-turn.ts';

/** How all parts behave. */
export interface BatonPolicy extends ContextPolicy, DeltaPolicy, ProtocolPolicy {
  /** What agents may do, for `tiers.guard`; what is left out is that of `DEFAULT_GUARD_POLICY`. */
  readonly guard?: Partial<GuardPolicy>;
}

/** What a {@link Baton} is made of. */
export interface BatonPorts {
  readonly tasks: TaskStore;
  readonly worktree?: GitWorktree;
  /** The linked working trees of the repository, for `protocol.land`. */
  readonly trees?: LinkedTrees;
  /**
   * The text files of the workspace, for state files and tiers. Contexts are captured from them too, so a cited standard that changed is
   * found before a turn and an export.
   */
  readonly files?: WorkspaceFiles;
  readonly clock?: Clock;
  readonly roles?: readonly string[];
  readonly policy?: BatonPolicy;
}

/** All of Batonkit over one set of ports. A part whose port was not given is `null`. */
export interface Baton<Given extends BatonPorts = BatonPorts> {
  readonly contexts: ContextStore;
  readonly deltas: Given extends { readonly worktree: GitWorktree } ? DeltaTracker : DeltaTracker | null;
  readonly protocol: TaskProtocol;
  readonly stateFiles: Given extends { readonly files: WorkspaceFiles } ? StateFiles : StateFiles | null;
  readonly tiers: Given extends { readonly files: WorkspaceFiles } ? ContextTiers : ContextTiers | null;

  /**
   * Opens a role's turn: the role before it has handed off, nobody else is at work, and the working tree, if there is one, is what was
   * handed off last (`DriftDetected` otherwise, counted and audited; `expect` says whether it may be committed). Roles further down the line that were done go back to
   * pending, because what they looked at is about to change. Fails with `Rejected`, listing all that is in the way, with
   * `DriftUnresolved`, `SnapshotMissing`, or, where `files` are given, `StaleCitation`: then the context is to be rebuilt first.
   */
  startTurn(taskId: string, options: StartTurnOptions): ResultAsync<MutatedTask, StartTurnError>;

  /**
   * Closes a role's turn in one commit: the snapshot of the working tree, if there is one, what `qaLog` came to, if it is given, and
   * the status. Fails with `Rejected` when the turn is not open or nothing in the log ran, and with `TreeClean` when nothing was
   * changed and `allowClean` is not given.
   */
  handOff(taskId: string, options: HandOffOptions): ResultAsync<HandedOff, HandOffError>;
}

/**
 * Makes a {@link Baton}: the whole hand-off of a task from role to role in two calls a turn.
 *
 * @example
 * ```ts
 * import { createBaton, defineTask, orThrow } from '@batonkit/core';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const baton = createBaton({ tasks: createMemoryTaskStore() });
 * await orThrow(baton.contexts.init('TASK-1', {
 *   actor: 'ada',
 *   immutable: defineTask({ title: 'Fix login', description: 'It fails.' }),
 * }));
 * await orThrow(baton.startTurn('TASK-1', { role: 'implementer', actor: 'claude' }));
 * await orThrow(baton.handOff('TASK-1', { role: 'implementer', actor: 'claude' }));
 * const tooEarly = await baton.startTurn('TASK-1', { role: 'validator', actor: 'ci' });
 * tooEarly.isErr() && tooEarly.error.message; // => 'validator works on what reviewer hands over, and reviewer is pending. Finish that turn first.'
 * ```
 */
export function createBaton<Given extends BatonPorts>(given: Given): Baton<Given> {
  const { tasks, worktree = null, trees, files = null, clock = systemClock, policy = {} } = given;
  const committer = createTaskCommitter({ tasks, clock, policy, readHead: headReader(worktree) });
  const scanned = policy.scanSecrets === undefined ? {} : { scanSecrets: policy.scanSecrets };
  const ports = { tasks, worktree, files, clock, policy, committer };
  return {
    contexts: createContextStore(given),
    deltas: worktree === null ? null : createDeltaTracker({ tasks, worktree, clock, policy }),
    protocol: createTaskProtocol({
      tasks,
      clock,
      policy,
      ...(worktree === null ? {} : { worktree }),
      ...(trees === undefined ? {} : { trees }),
    }),
    stateFiles: files === null ? null : createStateFiles({ files, clock, ...scanned }),
    tiers: files === null ? null : createContextTiers({ files, clock, policy: policy.guard ?? {}, ...scanned }),
    startTurn: (taskId, options) => new ResultAsync(startTurn(ports, taskId, options)),
    handOff: (taskId, options) => new ResultAsync(handOff(ports, taskId, options)),
    // The compiler does not follow conditional types into an object: each part is there when its port is.
  } satisfies Baton as Baton<Given>;
}
