import {
  type CommitPolicy,
  createTaskCommitter,
  type MutatedTask,
  type TaskCommitter,
} from '../commit/task-committer.ts';
import type { ParseQa } from '../contexts/read-qa-log.ts';
import {
  runTaskQa,
  traceTaskQa,
  type QaTrace,
  type RanQa,
  type RunQaError,
  type RunQaOptions,
  type SaveQaOutput,
  type TraceQa,
} from '../contexts/run-qa.ts';
import type { QaRunner } from '../ports/qa-runner.ts';
import { headReader } from '../contexts/observe-head.ts';
import { limitsOf } from '../deltas/take-snapshot.ts';
import type { DeltaPolicy } from '../deltas/delta-ports.ts';
import type { CoreSlices, TaskRecord } from '../machine/core-machine.ts';
import type { Machine } from '../machine/create-machine.ts';
import { machineFrom, type MachineOption } from '../machine/machine-option.ts';
import type { RecordOf, Slice } from '../record/slice.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import type { GitWorktree } from '../ports/git-worktree.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { WorkspaceFiles } from '../ports/workspace-files.ts';
import { ResultAsync } from '../result/result.ts';
import { handOff, type HandedOff, type HandOffError, type HandOffOptions } from './hand-off.ts';
import { startTurn, type StartTurnError, type StartTurnOptions } from './start-turn.ts';

/** How turns behave. */
export interface TurnPolicy extends CommitPolicy, DeltaPolicy {}

/** What {@link Turns} are made of. */
export interface TurnsOptions<Slices extends readonly Slice[] = CoreSlices> extends MachineOption<Slices> {
  readonly tasks: TaskStore;
  readonly worktree?: GitWorktree;
  /** The text files of the workspace: a cited standard that changed is found before a turn. */
  readonly files?: WorkspaceFiles;
  /** Reads the `qaLog` of a hand-off; without it, logs are refused. */
  readonly parseQa?: ParseQa;
  /** Runs QA commands; without it, `runQa` is refused. */
  readonly runner?: QaRunner;
  /** Finds what QA commands are defined by; without it, a change of that goes unseen. */
  readonly traceQa?: TraceQa;
  /** Keeps the output of QA commands where people and agents look for it. */
  readonly saveQaOutput?: SaveQaOutput;
  readonly clock?: Clock;
  readonly policy?: TurnPolicy;
  /** Shared with other services over the same store; made of the other ports when it is left out. */
  readonly committer?: TaskCommitter;
}

/** The calls of a turn. */
export interface Turns<Task extends TaskRecord = TaskRecord, Role extends string = string> {
  /**
   * Opens a role's turn: the role before it has handed off, nobody else is at work, and the working tree, if there is one, is what was
   * handed off last (`DriftDetected` otherwise, counted and audited; `expect` says whether it may be committed). Roles further down the line that were done go back to
   * pending, because what they looked at is about to change. Fails with `Rejected`, listing all that is in the way, with
   * `DriftUnresolved`, `SnapshotMissing`, or, where `files` are given, `StaleCitation`: then the context is to be rebuilt first.
   */
  startTurn(
    taskId: string,
    options: StartTurnOptions & { readonly role: Role },
  ): ResultAsync<MutatedTask<Task>, StartTurnError>;

  /**
   * Closes a role's turn in one commit: the snapshot of the working tree, if there is one, what `qaLog` came to, if it is given, and
   * the status. Fails with `Rejected` when the turn is not open or nothing in the log ran, and with `TreeClean` when nothing was
   * changed and `allowClean` is not given.
   */
  handOff(
    taskId: string,
    options: HandOffOptions & { readonly role: Role },
  ): ResultAsync<HandedOff<Task>, HandOffError>;

  /**
   * Runs the QA commands of the task, all of them, and records how each really ended, with the tree that they ran on: the first results as
   * the baseline, later ones with a verdict against it. A command that fails is a result and no error. Fails with `QaCancelled` or
   * `QaNotStarted`; then nothing is recorded. Warns with `QaUnproven` when the results do not count as proof, and says why.
   */
  runQa(taskId: string, options: RunQaOptions): ResultAsync<RanQa<Task>, RunQaError>;

  /**
   * What the QA commands of the task are defined by (scripts, settings of tools, files that they name), and what of that is not as it was in
   * the brief. Runs nothing.
   */
  traceQa(taskId: string): ResultAsync<QaTrace, RunQaError>;
}

/**
 * Makes {@link Turns}: the hand-off of a task from role to role.
 *
 * @example
 * ```ts
 * import { createContextStore, createTurns, defineTask, orThrow } from '@batonkit/core';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore();
 * const immutable = defineTask({ title: 'Fix login', description: 'It fails.' });
 * await orThrow(createContextStore({ tasks }).init('TASK-1', { actor: 'ada', immutable }));
 * const turns = createTurns({ tasks });
 * await orThrow(turns.startTurn('TASK-1', { role: 'implementer', actor: 'claude' }));
 * const { record } = await orThrow(turns.handOff('TASK-1', { role: 'implementer', actor: 'claude' }));
 * record.coordination['implementer']?.status; // => 'done'
 * ```
 */
export function createTurns<const Slices extends readonly Slice[] = CoreSlices>(
  options: TurnsOptions<Slices>,
): Turns<TaskRecord & RecordOf<Slices>> {
  const { tasks, worktree, files, parseQa, clock = systemClock, policy = {} } = options;
  const tree = worktree ?? null;
  const own = machineFrom(options) as unknown as Machine<TaskRecord>;
  const committer =
    options.committer ?? createTaskCommitter({ tasks, clock, policy, machine: own, readHead: headReader(tree, own) });
  const { machine } = committer;
  const ports = {
    ...{ tasks, machine, worktree: tree, files: files ?? null, parseQa: parseQa ?? null },
    ...{ clock, policy, committer, runner: options.runner ?? null, traceQa: options.traceQa ?? null },
    ...{ saveOutput: options.saveQaOutput ?? null, limits: limitsOf(policy) },
  };
  const turns: Turns = {
    startTurn: (taskId, options) => new ResultAsync(startTurn(ports, taskId, options)),
    handOff: (taskId, options) => new ResultAsync(handOff(ports, taskId, options)),
    runQa: (taskId, options) => new ResultAsync(runTaskQa(ports, taskId, options)),
    traceQa: (taskId) => new ResultAsync(traceTaskQa(ports, taskId)),
  };
  // The records of this machine hold what all its slices keep.
  return turns as unknown as Turns<TaskRecord & RecordOf<Slices>>;
}
