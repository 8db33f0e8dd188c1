import { findCompletedRecord } from '../commit/find-completed-record.ts';
import { againWhenDone } from '../commit/again-when-done.ts';
import { findOperation } from '../commit/find-operation.ts';
import { openTask, openTaskToWrite, requireKnown, type OpenTaskError } from '../commit/open-task.ts';
import {
  createTaskCommitter,
  type CommitError,
  type MutatedTask,
  type MutationOptions,
  type TaskCommitter,
} from '../commit/task-committer.ts';
import { systemClock, type Clock } from '../ports/clock.ts';
import type { GitFailure, GitWorktree, SnapshotElsewhere } from '../ports/git-worktree.ts';
import { storeErrors } from '../ports/store-errors.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import { machineFrom, type MachineOption } from '../machine/machine-option.ts';
import type { CoreSlices } from '../machine/core-machine.ts';
import type { RecordOf, Slice } from '../record/slice.ts';
import type { CommandInput } from '../machine/core-machine.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { UnknownSection } from '../record/unknown-section.ts';
import { err, ok, ResultAsync, type Result } from '../result/result.ts';
import { attributeTask, type Attribution, type AttributionError } from './attribute-task.ts';
import { commitSnapshot } from './commit-snapshot.ts';
import type { DriftDetected } from './count-drift.ts';
import type { DeltaPolicy, DeltaPorts } from './delta-ports.ts';
import type { Expectation } from './find-drift.ts';
import { findPreviousLink, type SnapshotMissing } from './find-link.ts';
import { findTarget, type NamesSnapshot, type StoredSnapshot } from './find-target.ts';
import { ownTree, restoreElsewhere, type Elsewhere } from './own-tree.ts';
import { readDiff, type RoleDiff, type RoleDiffError } from './read-diff.ts';
import { recordedSnapshot } from './recorded-snapshot.ts';
import { resolveDrift } from './resolve-drift.ts';
import {
  previewRestore,
  restoreSnapshot,
  type ForeignEdits,
  type Restored,
  type RestoreError,
  type RestorePreview,
} from './restore-snapshot.ts';
import { strictestScope, type SnapshotError, type SnapshotRequest } from './take-snapshot.ts';
import { inspectLast, verifyRole, type Inspection, type Verified } from './verify-role.ts';
import type { WorktreeSnapshot } from '../slices/worktree-snapshot.ts';

/** A task after a snapshot. */
export interface SnapshotTaken<Task extends TaskRecord = TaskRecord> extends MutatedTask<Task> {
  readonly snapshot: WorktreeSnapshot;
}

/**
 * Proves what each role changed in a working tree where nothing is committed, and finds every change that no turn explains.
 *
 * All methods can fail with `ContextNotFound`, `GitFailure`, what the store reports, or what is wrong with a stored record. Those that look at
 * the working tree look at the recorded one of a task under the protocol, and fail with `Elsewhere` where that cannot be found.
 */
export interface DeltaTracker<Task extends TaskRecord = TaskRecord> {
  /**
   * Takes a snapshot for a role at work (`Rejected` otherwise). Fails with `TreeClean` when nothing differs from the base, unless
   * `allowClean` says that this is intended. Fails with `Rejected` for files outside the scope when `outOfScope` or the policy is `fail`, and
   * with `FileTooLarge` when there is more to store than the limits allow.
   */
  snapshot(
    taskId: string,
    options: MutationOptions & SnapshotRequest,
  ): ResultAsync<SnapshotTaken<Task>, CommitError | SnapshotError | Elsewhere>;

  /**
   * Checks that the working tree still is what `expectedRole` handed off. Fails with `SnapshotMissing`, or with `DriftDetected` and a
   * report; that is counted and audited, and nobody may start until it is resolved. With `paranoid`, every file that is not ignored is read, and
   * neither git's index nor its flags are believed. Drift that was counted and went away by itself is cleared, with an entry in the audit.
   */
  verify(
    taskId: string,
    options: MutationOptions & {
      readonly expectedRole: string;
      readonly expect?: Expectation;
      readonly paranoid?: boolean;
    },
  ): ResultAsync<Verified, CommitError | OpenTaskError | GitFailure | SnapshotMissing | DriftDetected | Elsewhere>;

  /** The same look at the last hand-off, but nothing is counted. Fails with `SnapshotMissing` before the first. */
  inspect(taskId: string): ResultAsync<Inspection, OpenTaskError | GitFailure | SnapshotMissing | Elsewhere>;

  /**
   * Records what became of a drift. `current-tree` accepts the working tree as it is, attributed to outside the workflow; `restored`
   * says that the files were put back, which is verified (`DriftDetected` otherwise).
   */
  resolveDrift(
    taskId: string,
    options: MutationOptions & {
      readonly role: string;
      readonly note: string;
      readonly accept: 'current-tree' | 'restored';
    },
  ): ResultAsync<MutatedTask<Task>, CommitError | SnapshotError | SnapshotMissing | DriftDetected | Elsewhere>;

  /** The patch of a role's snapshot, against the base commit or against the hand-off before; `drift`: of the tree as it is, against it. */
  diff(
    taskId: string,
    options: { readonly role: string; readonly type: 'from_base' | 'incremental' | 'drift' },
  ): ResultAsync<RoleDiff, OpenTaskError | RoleDiffError | Elsewhere>;

  /** What restoring a snapshot would change: the hand-off of a role, or a snapshot by its name or tree, also of a task that is complete. */
  preview(
    taskId: string,
    options: NamesSnapshot,
  ): ResultAsync<RestorePreview, OpenTaskError | GitFailure | SnapshotElsewhere | SnapshotMissing | Elsewhere>;

  /**
   * Puts files back as a role handed them off, or as a snapshot has them that is named: those in `paths`, or all that differ, with their modes
   * and, while HEAD is where it was, with what was staged. With `into`, the whole snapshot goes into a directory of its own instead. Refuses
   * (`Rejected`) to overwrite what is in no snapshot, unless `foreign` is `keep`: then the tree is stored first as `foreign-1` or the next
   * number, which can be restored like any other. Touches nothing that is not listed by `preview`, and no other working tree than the one that
   * the snapshot is of (`Elsewhere`). On a claimed task, only the session that owns it or was admitted for the role changes files (`NotOwner`
   * otherwise); anybody may have a copy. Snapshots of a completed task can be restored until they are swept.
   */
  restore(
    taskId: string,
    options: Partial<Pick<MutationOptions, 'actor' | 'session' | 'forceSecrets'>> &
      NamesSnapshot & {
        readonly foreign?: ForeignEdits;
        readonly paths?: readonly string[];
        readonly into?: string;
      },
  ): ResultAsync<Restored, OpenTaskError | UnknownSection | SnapshotMissing | RestoreError | Elsewhere>;

  /**
   * Tells whose each line of the last hand-off is: a role's, `outside the workflow`, or `before the workflow` for lines that nobody
   * touched. Files that the chain never touched are left out. `SnapshotElsewhere` where a tree of the chain is not on this host.
   */
  attribute(taskId: string): ResultAsync<Attribution, OpenTaskError | AttributionError>;
}

/** What a {@link DeltaTracker} is made of. */
export interface DeltaTrackerOptions<Slices extends readonly Slice[] = CoreSlices> extends MachineOption<Slices> {
  readonly tasks: TaskStore;
  readonly worktree: GitWorktree;
  readonly clock?: Clock;
  readonly policy?: DeltaPolicy;
  /** Shared with other services over the same store; made of the other ports when it is left out. */
  readonly committer?: TaskCommitter;
}

/**
 * Makes a {@link DeltaTracker} over a task store and a working tree.
 *
 * @example
 * ```ts
 * import { execSync } from 'node:child_process';
 * import { mkdtempSync, writeFileSync } from 'node:fs';
 * import { createContextStore, createDeltaTracker, defineTask, orThrow } from '@batonkit/core';
 * import { createGitWorktree } from '@batonkit/git-adapter';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const directory = mkdtempSync('/tmp/example-');
 * execSync('git init -q && git -c user.name=a -c user.email=a@b.invalid commit -q --allow-empty -m Start', { cwd: directory });
 * const tasks = createMemoryTaskStore();
 * const deltas = createDeltaTracker({ tasks, worktree: createGitWorktree({ directory }) });
 * const contexts = createContextStore({ tasks });
 * await orThrow(contexts.init('TASK-1', {
 *   actor: 'ada',
 *   immutable: defineTask({ title: 'Write notes', description: 'Notes.' }),
 * }));
 * await orThrow(contexts.updateCoordination('TASK-1', { actor: 'ada', role: 'implementer', status: 'in_progress' }));
 * writeFileSync(`${directory}/notes.md`, 'by the implementer');
 * await orThrow(deltas.snapshot('TASK-1', { actor: 'ada', role: 'implementer' }));
 * writeFileSync(`${directory}/notes.md`, 'by somebody else');
 * const verified = await deltas.verify('TASK-1', { actor: 'bob', expectedRole: 'implementer' });
 * verified.isErr() && verified.error.code; // => 'DriftDetected'
 * ```
 */
export function createDeltaTracker<const Slices extends readonly Slice[] = CoreSlices>(
  given: DeltaTrackerOptions<Slices>,
): DeltaTracker<TaskRecord & RecordOf<Slices>> {
  const { tasks, worktree, clock = systemClock, policy = {} } = given;
  // Every commit here brings the HEAD of its own look at the tree.
  const committer = given.committer ?? createTaskCommitter({ tasks, clock, policy, machine: machineFrom(given) });
  const { machine } = committer;
  const ports: DeltaPorts = { tasks, worktree, clock, policy, committer, machine };
  const opened = <T, E>(
    taskId: string,
    then: (record: TaskRecord) => Promise<Result<T, E>>,
  ): ResultAsync<T, E | OpenTaskError> =>
    openTask(ports, taskId).andThen((record) => new ResultAsync<T, E | OpenTaskError>(then(record)));
  /** Looks at the working tree of the task, wherever the caller is. */
  const atTree = <T, E>(
    taskId: string,
    then: (own: DeltaPorts, record: TaskRecord) => Promise<Result<T, E>>,
    { operationId }: Pick<MutationOptions, 'operationId'> = {},
  ): ResultAsync<T, E | Elsewhere | OpenTaskError> =>
    opened<T, E | Elsewhere | StoreError>(taskId, async (record) => {
      const own = ownTree(worktree, record, machine.homeOf(record));
      if (own.isOk()) return then({ ...ports, worktree: own.value }, record);
      // A request that is known is answered without a look at the tree, so that may be gone.
      const known = await findOperation(tasks, taskId, operationId);
      if (known.isErr()) return err(known.error);
      return known.value === null ? err(own.error) : then(ports, record);
    });
  const toWrite = <T, E>(
    taskId: string,
    then: (own: DeltaPorts, record: TaskRecord) => Promise<Result<T, E>>,
    options: Pick<MutationOptions, 'operationId'> = {},
  ): ResultAsync<T, E | Elsewhere | OpenTaskError | UnknownSection> =>
    openTaskToWrite(ports, taskId).andThen(() => atTree<T, E>(taskId, then, options));
  /** The record of a task, or, once it is complete and its context gone, what its audit says of it. */
  const openedOrOver = <T, E>(
    taskId: string,
    then: (record: TaskRecord) => Promise<Result<T, E>>,
  ): ResultAsync<T, E | OpenTaskError> =>
    new ResultAsync(
      (async (): Promise<Result<T, E | OpenTaskError>> => {
        const found = await openTask(ports, taskId);
        if (found.isOk()) return then(found.value);
        const over = found.error.code === 'ContextNotFound' ? await findCompletedRecord(ports, taskId) : null;
        return over === null ? err(found.error) : then(over.record);
      })(),
    );
  const stored = <T, E>(
    taskId: string,
    then: (own: DeltaPorts, record: TaskRecord) => Promise<Result<T, E>>,
  ): ResultAsync<T, E | Elsewhere | OpenTaskError> =>
    openedOrOver<T, E | Elsewhere>(taskId, async (record) => {
      // The tree of a task that is over may be gone; that of its snapshots need not.
      const own = record.completion !== null ? ok(worktree) : ownTree(worktree, record, machine.homeOf(record));
      return own.isErr() ? err(own.error) : then({ ...ports, worktree: own.value }, record);
    });
  const here = async <T, E>(
    own: DeltaPorts,
    record: TaskRecord,
    named: NamesSnapshot,
    then: (target: StoredSnapshot) => Promise<Result<T, E>>,
  ): Promise<Result<T, E | SnapshotMissing | Elsewhere>> => {
    const target = findTarget(record, named);
    if (target.isErr()) return err(target.error);
    const other = restoreElsewhere(own.worktree, record, target.value, machine.homeOf(record));
    return other === null ? then(target.value) : err(other);
  };
  const written = <T, E>(
    taskId: string,
    options: MutationOptions,
    then: (own: DeltaPorts, record: TaskRecord) => Promise<Result<T, E>>,
  ): ResultAsync<T, E | Elsewhere | OpenTaskError | UnknownSection> =>
    new ResultAsync(againWhenDone(tasks, taskId, options, () => toWrite<T, E>(taskId, then, options)));

  const tracker: DeltaTracker = {
    snapshot: (taskId, options) => written(taskId, options, (own, record) => snapshotRole(own, record, options)),
    verify: (taskId, options) => toWrite(taskId, (own, record) => verifyRole(own, record, options)),
    inspect: (taskId) => atTree(taskId, (own, record) => inspectLast(own, record)),
    resolveDrift: (taskId, options) => written(taskId, options, (own, record) => resolveDrift(own, record, options)),
    diff: (taskId, options) =>
      // Only a drift is about the tree as it is; everything else is stored.
      options.type === 'drift'
        ? atTree(taskId, (own, record) => readDiff(own, record, options))
        : opened(taskId, (record) => readDiff(ports, record, options)),
    preview: (taskId, named) =>
      stored(taskId, (own, record) => here(own, record, named, (target) => previewRestore(own, record, target))),
    restore: (taskId, options) =>
      // What goes into a directory of its own can be had wherever the tree of the task went.
      options.into === undefined
        ? stored<Restored, UnknownSection | SnapshotMissing | RestoreError | Elsewhere>(taskId, async (own, record) => {
            const known = requireKnown(machine, record);
            if (known.isErr()) return err(known.error);
            const mayRestore = (role: string): ReturnType<typeof machine.allows> =>
              machine.allows(record, { type: 'restore-tree', role }, options.session ?? null);
            // Whoever may not is not told what there is.
            const allowed = 'role' in options ? mayRestore(options.role) : ok(null);
            if (allowed.isErr()) return err(allowed.error);
            return here<Restored, RestoreError>(own, record, options, async (target) => {
              const may = mayRestore(target.role);
              return may.isErr() ? err(may.error) : restoreSnapshot(own, record, target, options);
            });
          })
        : openedOrOver<Restored, SnapshotMissing | RestoreError>(taskId, async (record) => {
            const target = findTarget(record, options);
            return target.isErr() ? err(target.error) : restoreSnapshot(ports, record, target.value, options);
          }),
    attribute: (taskId) => opened(taskId, (record) => attributeTask(worktree, record)),
  };
  // The records of this machine hold what all its slices keep.
  return tracker as unknown as DeltaTracker<TaskRecord & RecordOf<Slices>>;
}

async function snapshotRole(
  ports: DeltaPorts,
  record: TaskRecord,
  {
    role,
    allowClean = false,
    outOfScope,
    maxFileBytes,
    maxSnapshotBytes,
    ...options
  }: MutationOptions & SnapshotRequest,
): Promise<Result<SnapshotTaken, CommitError | SnapshotError>> {
  const known = await findOperation(ports.tasks, record.task_id, options.operationId);
  if (known.isErr()) return err(known.error);
  if (known.value !== null) {
    // A request that is known is answered before it is decided: it needs no snapshot.
    const command = { type: 'record-snapshot', role } as CommandInput;
    const repeated = await ports.committer.commit({ taskId: record.task_id, command, options });
    return repeated.isErr() ? err(repeated.error) : withRecorded(ports, repeated.value, options);
  }
  const previous = findPreviousLink(record.tree_chain, role);
  const how = {
    role,
    previous,
    allowClean,
    outOfScope: strictestScope(ports.policy.outOfScope, outOfScope),
    ...(maxFileBytes !== undefined && { maxFileBytes }),
    ...(maxSnapshotBytes !== undefined && { maxSnapshotBytes }),
  };
  const committed = await commitSnapshot(ports, record, how, {
    commandFor: (snapshot) => ({ type: 'record-snapshot', role, snapshot }),
    options,
  });
  if (committed.isErr()) return err(committed.error);
  const { context, taken } = committed.value;
  if (context.replayed) return withRecorded(ports, context, options);
  return ok({ ...context, snapshot: taken.snapshot, warnings: taken.warnings });
}

/** A call that is repeated is answered with what it recorded then, not with how the tree is now. */
async function withRecorded(
  { tasks }: DeltaPorts,
  context: MutatedTask,
  { operationId }: MutationOptions,
): Promise<Result<SnapshotTaken, StoreError>> {
  const { task_id: id } = context.record;
  return (await recordedSnapshot(tasks, context.record, operationId)).andThen((snapshot) =>
    snapshot === null
      ? err(storeErrors.corrupt(id, 'the audit', 'a snapshot is missing'))
      : ok({ ...context, snapshot }),
  );
}
