import type { AuditBroken } from '../audit/verify-audit.ts';
import { againWhenDone } from '../commit/again-when-done.ts';
import { findOperation } from '../commit/find-operation.ts';
import { openTask, openTaskToWrite, requireKnown, type OpenTaskError } from '../commit/open-task.ts';
import type { ReadTaskError } from '../commit/read-task.ts';
import {
  createTaskCommitter,
  type CommitError,
  type CommitPolicy,
  type Gathered,
  type MutatedTask,
  type MutationOptions,
  type PurgedTask,
  type TaskCommitter,
  type TaskContext,
} from '../commit/task-committer.ts';
import { systemClock, type Clock } from '../ports/clock.ts';
import type { GitFailure, GitWorktree, SnapshotElsewhere } from '../ports/git-worktree.ts';
import type { StoreError, TaskStore } from '../ports/task-store.ts';
import type { WorkspaceFiles } from '../ports/workspace-files.ts';
import type { CommandInput } from '../machine/core-machine.ts';
import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { Evidence } from '../slices/evidence.ts';
import type { ImmutableSection } from '../record/envelope.ts';
import type { RoleStatus } from '../slices/coordination.ts';
import type { CoreSlices, TaskEvent, TaskRecord } from '../machine/core-machine.ts';
import type { EventOf, Machine } from '../machine/create-machine.ts';
import { machineFrom, type MachineOption, type SendableOf } from '../machine/machine-option.ts';
import type { RecordOf, Slice, Typed } from '../record/slice.ts';
import type { Room } from '../commit/read-task.ts';
import { err, errAsync, ok, ResultAsync, type Result } from '../result/result.ts';
import type { Warning } from '../result/warning.ts';
import { attachEvidence, readEvidence, type EvidenceError } from './attach-evidence.ts';
import { completeTask, type CompletedTask, type CompletionHook, type ForcedOptions } from './complete-task.ts';
import { completeManifest } from './complete-manifest.ts';
import type { Observed } from './find-staleness.ts';
import {
  findLostWork,
  workKept,
  workUnchecked,
  workWouldBeLost,
  type LostWorkPorts,
  type WorkWouldBeLost,
} from './find-lost-work.ts';
import { limitsOf } from '../deltas/take-snapshot.ts';
import type { DeltaPolicy } from '../deltas/delta-ports.ts';
import { isWork } from './list-work.ts';
import { dropSnapshots, keepForAWhile } from './drop-snapshots.ts';
import { findCompletedRecord } from '../commit/find-completed-record.ts';
import { getContext } from './get-context.ts';
import { encodeManifest } from './encode-manifest.ts';
import { exportForRole, type ExportPolicy, type RoleExport } from './export-for-role.ts';
import { listContexts, type ContextListing } from './list-contexts.ts';
import { requireFreshSources, type SourceError } from './look-at-sources.ts';
import { headReader, observeHead } from './observe-head.ts';
import { readManifest } from './read-manifest.ts';
import { rebuildContext, type RebuildOptions, type RebuiltContext } from './rebuild-context.ts';
import type { ParseQa } from './read-qa-log.ts';
import { recordQa, type RecordedQa, type RecordQaOptions } from './record-qa.ts';
import { readAuditTrail, type AuditTrail } from '../commit/read-audit-trail.ts';
import type { StaleCitation } from './stale-citation.ts';

/** What {@link ContextStore.init} needs. */
export interface InitOptions extends MutationOptions {
  readonly immutable: ImmutableSection;
  /** Where the immutable section came from; kept as an artifact. */
  readonly manifest?: unknown;
  /** Where the task starts. Left out: at HEAD as it is now, where there is a working tree. */
  readonly git?: {
    /** The commit that all changes are told against; `null`: HEAD at the first hand-off. */
    readonly head: string | null;
    /** The git blob id of the task file, by which a changed one is noticed; `null` when the task came from no file. */
    readonly task_file_sha: string | null;
    readonly branch?: string | null;
  };
}

/** How a context store behaves. */
export interface ContextPolicy
  extends CommitPolicy, ExportPolicy, Pick<DeltaPolicy, 'maxFileBytes' | 'maxSnapshotBytes'> {
  /** Run, in order, by {@link ContextStore.complete}. */
  readonly completionHooks?: readonly CompletionHook[];
  /** For how many days the snapshots of a completed task can still be restored; 0 gives them up at once. Defaults to 14. */
  readonly snapshotDays?: number;
}

const DAY = 24 * 60 * 60 * 1000;
const SNAPSHOT_DAYS = 14;

/**
 * A task's context: what it is, how far each role is, what was proven. Every write is one decision, committed with its audit
 * entry or not at all; when another writer was faster it is decided again on what that one left.
 *
 * All writes can fail with `InvalidInput`, `InvalidTaskId`, `SecretFound`, `RecordTooLarge`, `OperationIdReused`, `Conflict` (others kept
 * writing for 10 s), what the store reports, or what is wrong with a stored record (`Corrupt`, `UnsupportedVersion`,
 * `SchemaViolation`, `ImmutableTampered`); all but `init` with `ContextNotFound`.
 */
export interface ContextStore<
  Task extends TaskRecord = TaskRecord,
  Event extends Typed = TaskEvent,
  Sendable extends Typed = never,
> {
  /** Makes the context of a task. Fails with `ContextExists` when it has one. Warns when an earlier life of the task ended with a rejection. */
  init(taskId: string, options: InitOptions): ResultAsync<MutatedTask<Task>, CommitError>;

  /**
   * The context, or `null` when there is none. Warns when HEAD, branch, task file, its priority or a cited standard changed since, as far
   * as `worktree` and `files` tell; pass what you see yourself as `observed`.
   */
  get(taskId: string, observed?: Observed): ResultAsync<TaskContext<Task> | null, ReadTaskError>;

  /**
   * Sets a role's status (along the allowed edges only), QA log or session. Fails with `Rejected` otherwise, and with `StaleCitation` when
   * a role shall start by standards that changed, where `files` tell.
   */
  updateCoordination(
    taskId: string,
    options: MutationOptions & {
      readonly role: string;
      readonly status?: RoleStatus;
      readonly qaLogPath?: string | null;
      readonly sessionId?: string | null;
    },
  ): ResultAsync<MutatedTask<Task>, CommitError | SourceError | StaleCitation>;

  /** Blocks a role, saying why. */
  markBlocked(
    taskId: string,
    options: MutationOptions & { readonly role: string; readonly finding: string },
  ): ResultAsync<MutatedTask<Task>, CommitError>;

  /**
   * Reads a QA log and records what it says: the first results as the baseline, later ones with a verdict against it. Fails with
   * `Rejected` when nothing in the log ran. Warns with `BaselineNotSet` when the task file is not the one that was captured, with
   * `TaskFileUnchecked` when that could not be told.
   */
  recordQa(taskId: string, options: RecordQaOptions): ResultAsync<RecordedQa<Task>, CommitError | SourceError>;

  /**
   * What a role needs to read, as canonical JSON with its token count. Over `maxTokens`, fields are cut in the order of
   * `TRIMMING_ORDER`, each marked with a pointer; `InvalidInput` when that is not enough. With `files`, a cited standard that changed
   * is `StaleCitation`: nobody shall work by rules that no longer hold.
   */
  exportFor(
    taskId: string,
    options: { readonly role: string; readonly maxTokens?: number },
  ): ResultAsync<RoleExport, OpenTaskError | DecideError | SourceError | StaleCitation>;

  /**
   * Replaces the immutable section by a new capture, with an audit entry of its own, and tells field by field what changed. Everything
   * else stays. Fails with `Rejected` while a role is at work, unless `evenInProgress` says why.
   */
  rebuild(taskId: string, options: RebuildOptions): ResultAsync<RebuiltContext<Task>, CommitError>;

  /** The manifest that came with the immutable section; `null` when there was none. `recaptureContext` takes it. */
  readManifest(taskId: string): ResultAsync<unknown, OpenTaskError>;

  /** Keeps a file as proof and answers the short id under which prompts can cite it. */
  attachEvidence(
    taskId: string,
    options: MutationOptions & { readonly type: string; readonly path: string; readonly content: string | Uint8Array },
  ): ResultAsync<MutatedTask<Task> & { readonly evidence: Evidence }, CommitError>;

  /** The bytes of a piece of evidence, verified against its SHA-256. */
  readEvidence(
    taskId: string,
    evidence: { readonly id: string },
  ): ResultAsync<{ readonly evidence: Evidence; readonly bytes: Uint8Array }, EvidenceError>;

  /**
   * Completes a task that nobody works on and nothing blocks (`Rejected` otherwise): commits its summary, runs the completion
   * hooks, then purges the context. Trouble after the commit ends in warnings. Repeating it is harmless. A task under the protocol is
   * completed in CLEANUP, by the session that owns it (`NotOwner` otherwise). Fails with `WorkWouldBeLost`, naming the paths, when work that was
   * handed off is in no commit and no working tree any more, or was handed off in another clone and is not here; with `force` it completes, and
   * that snapshot is kept. Without a working tree nobody can look: it warns with `WorkUnchecked`, and all snapshots are kept.
   */
  complete(
    taskId: string,
    options: ForcedOptions,
  ): ResultAsync<CompletedTask<Task>, CommitError | WorkWouldBeLost | GitFailure | SnapshotElsewhere>;

  /**
   * Forgets the context, also one that cannot be read, and drops its snapshots. The audit stays. Purging what is not there succeeds. Fails with
   * `WorkWouldBeLost` as {@link ContextStore.complete} does; with `force` the context goes, and that snapshot is kept.
   */
  purge(taskId: string, options: ForcedOptions): ResultAsync<PurgedTask, CommitError | WorkWouldBeLost | GitFailure>;

  /** All tasks that have a context, by id. One that cannot be read is listed with `damaged`, which says why. */
  list(): ResultAsync<readonly ContextListing[], StoreError>;

  /**
   * Carries out a command of a slice of your own. Commands of core and of the protocol have methods of their own, which look up what those
   * decisions need, and are refused here (`InvalidInput`).
   */
  send(taskId: string, options: SendOptions<Sendable>): ResultAsync<MutatedTask<Task>, CommitError>;

  /** The task's whole trail, verified against the anchor in its record. Fails with `AuditBroken`. */
  trail(taskId: string): ResultAsync<AuditTrail<Event>, ReadTaskError | AuditBroken>;
}

/** What {@link ContextStore.send} needs. */
export interface SendOptions<Sendable extends Typed = Typed> extends MutationOptions {
  readonly command: Sendable;
  /** What was looked up for the decision: `env.facts`, by the name of each slice. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Bytes that the command names by their SHA-256. */
  readonly artifacts?: readonly Uint8Array[];
}

/** What a {@link ContextStore} is made of. */
export interface ContextStoreOptions<Slices extends readonly Slice[] = CoreSlices> extends MachineOption<Slices> {
  readonly tasks: TaskStore;
  /** Tells where HEAD is and whether a completed task is what was handed off, and gives back the space of snapshots on a purge. */
  readonly worktree?: GitWorktree;
  /** Where contexts are captured from: tells whether the task file and the cited standards are still what they were. */
  readonly files?: Pick<WorkspaceFiles, 'read'>;
  /** Reads what `recordQa` is given; without it, logs are refused. */
  readonly parseQa?: ParseQa;
  readonly clock?: Clock;
  readonly roles?: readonly string[];
  readonly policy?: ContextPolicy;
  /** Shared with other services over the same store; made of the other ports when it is left out. */
  readonly committer?: TaskCommitter;
}

/**
 * Makes a {@link ContextStore} over any task store.
 *
 * @example
 * ```ts
 * import { createContextStore, defineTask, orThrow } from '@batonkit/core';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const contexts = createContextStore({ tasks: createMemoryTaskStore() });
 * await orThrow(contexts.init('TASK-1', {
 *   actor: 'ada',
 *   immutable: defineTask({ title: 'Fix login', description: 'It fails.' }),
 * }));
 * const { record } = await orThrow(contexts.updateCoordination('TASK-1', { role: 'implementer', actor: 'ada', status: 'in_progress' }));
 * record.coordination.implementer?.status; // => 'in_progress'
 * ```
 */
export function createContextStore<const Slices extends readonly Slice[] = CoreSlices>(
  ports: ContextStoreOptions<Slices>,
): ContextStore<TaskRecord & RecordOf<Slices>, EventOf<readonly [...CoreSlices, ...Slices]>, SendableOf<Slices>> {
  const { tasks, worktree, files = null, parseQa = null, clock = systemClock, roles, policy = {} } = ports;

  const lookAtHead = (): Promise<Observed> => observeHead(worktree ?? null);
  const committer = ports.committer ?? createCommitter(ports);
  const { machine } = committer;
  const room = { tasks, machine };
  const sources = { tasks, files };
  const look = { machine, worktree: worktree ?? null, limits: limitsOf(policy) };
  const purge = (taskId: string, options: MutationOptions, reason?: string): ResultAsync<PurgedTask, CommitError> =>
    committer
      .purge(taskId, options, reason)
      .andThen((purged) => new ResultAsync(dropTrees({ tasks, worktree }, taskId, purged)));
  const days = policy.snapshotDays ?? SNAPSHOT_DAYS;
  /** What is complete is forgotten later than what is purged: for some days its snapshots can be restored. */
  const purgeCompleted: TaskCommitter['purge'] = (taskId, options, reason) =>
    days === 0
      ? purge(taskId, options, reason)
      : committer
          .purge(taskId, options, reason)
          .andThen(
            (purged) => new ResultAsync(keepTrees(ports, room, { purged, taskId, until: clock.now() + days * DAY })),
          );

  const exportFresh = async (
    taskId: string,
    role: string,
    maxTokens?: number,
  ): Promise<Result<RoleExport, OpenTaskError | DecideError | SourceError | StaleCitation>> => {
    const opened = await openTask(room, taskId);
    if (opened.isErr()) return err(opened.error);
    const fresh = await requireFreshSources(sources, opened.value);
    if (fresh.isErr()) return err(fresh.error);
    return exportForRole(opened.value, role, { ...policy, ...(maxTokens === undefined ? {} : { maxTokens }) });
  };

  const store: ContextStore = {
    init: (taskId, { immutable, manifest, git, ...options }) => {
      const origin = git === undefined ? {} : { git: { branch: null, ...git } };
      const named = roles === undefined ? {} : { roles };
      const init = { type: 'init-context', taskId, immutable, ...origin, ...named } as const;
      const encoded = encodeManifest(completeManifest(manifest, init, policy));
      if (encoded.isErr()) return errAsync(encoded.error);
      const manifestFile = encoded.value;
      const command: CommandInput = { ...init, manifestSha: manifestFile?.sha ?? null };
      const artifacts = manifestFile === null ? [] : [manifestFile.bytes];
      return committer
        .commit({ taskId, command, options, artifacts })
        .andThen((made) => new ResultAsync(withEarlierLife(room, taskId, made)));
    },

    get: (taskId, observed = {}) =>
      new ResultAsync(getContext({ ...sources, machine, observeHead: lookAtHead }, taskId, observed)),

    updateCoordination: (taskId, { role, status, qaLogPath, sessionId, ...options }) => {
      const command = { type: 'update-coordination', role, status, qaLogPath, sessionId } as const;
      const update = (): ResultAsync<MutatedTask, CommitError> => committer.commit({ taskId, command, options });
      if (files === null || status !== 'in_progress') return update();
      const start = async (): Promise<Result<MutatedTask, CommitError | SourceError | StaleCitation>> => {
        const opened = await openTaskToWrite(room, taskId);
        if (opened.isErr()) return err(opened.error);
        const known = await findOperation(tasks, taskId, options.operationId);
        if (known.isErr()) return err(known.error);
        const fresh = known.value === null ? await requireFreshSources(sources, opened.value) : ok(undefined);
        return fresh.isErr() ? err(fresh.error) : update();
      };
      return new ResultAsync(againWhenDone(tasks, taskId, options, start));
    },

    markBlocked: (taskId, { role, finding, ...options }) =>
      committer.commit({ taskId, command: { type: 'block-role', role, finding }, options }),

    recordQa: (taskId, options) =>
      new ResultAsync(recordQa({ ...sources, ...look, parseQa, committer }, taskId, options)),

    exportFor: (taskId, { role, maxTokens }) => new ResultAsync(exportFresh(taskId, role, maxTokens)),

    rebuild: (taskId, options) => new ResultAsync(rebuildContext({ tasks, committer, policy }, taskId, options)),

    readManifest: (taskId) => openTask(room, taskId).andThen((record) => readManifest(tasks, record)),

    attachEvidence: (taskId, options) => attachEvidence(committer, taskId, options),

    readEvidence: (taskId, { id }) => readEvidence(room, taskId, id),

    complete: (taskId, options) =>
      new ResultAsync(
        completeTask(
          {
            tasks,
            machine,
            worktree: worktree ?? null,
            clock,
            committer,
            purge: purgeCompleted,
            hooks: policy.completionHooks ?? [],
          },
          taskId,
          options,
        ),
      ),

    purge: (taskId, options) =>
      new ResultAsync(purgeTask({ tasks, machine, worktree: worktree ?? null, committer, purge }, taskId, options)),

    send: (taskId, { command, facts = {}, artifacts = [], ...options }) => {
      const type = (command as Typed | undefined)?.type ?? '';
      if (!machine.isSendable(type)) {
        const detail = `${JSON.stringify(type)} is not a command of a slice of your own. Load its slice, or use the method that gives it.`;
        // A task with a section that nothing here knows says so first: the command may be one of that.
        return openTaskToWrite(room, taskId).andThen(() =>
          reject('InvalidInput', [{ condition: '/command/type', detail }]),
        );
      }
      const gather = (): Promise<Result<Gathered, never>> => Promise.resolve(ok({ facts, artifacts: [] }));
      return committer.commit({ taskId, command, options, artifacts, gather });
    },

    list: () => new ResultAsync(listContexts(tasks)),

    trail: (taskId) => readAuditTrail(room, taskId),
  };
  // The records of this machine hold what all its slices keep.
  return store as unknown as ContextStore<
    TaskRecord & RecordOf<Slices>,
    EventOf<readonly [...CoreSlices, ...Slices]>,
    SendableOf<Slices>
  >;
}

function createCommitter<Slices extends readonly Slice[]>(given: ContextStoreOptions<Slices>): TaskCommitter {
  const { tasks, worktree, clock = systemClock, policy = {} } = given;
  const machine = machineFrom(given) as unknown as Machine<TaskRecord>;
  return createTaskCommitter({ tasks, clock, policy, machine, readHead: headReader(worktree ?? null, machine) });
}

/** Forgets a context, unless that would drop the only copy of some work. */
async function purgeTask(
  ports: LostWorkPorts & { readonly committer: TaskCommitter; readonly purge: TaskCommitter['purge'] },
  taskId: string,
  { force = false, ...options }: ForcedOptions,
): Promise<Result<PurgedTask, CommitError | WorkWouldBeLost | GitFailure>> {
  const { worktree, committer, purge } = ports;
  const opened = await openTask(ports, taskId);
  const record = opened.unwrapOr(null);
  const known = record === null ? ok(null) : requireKnown(ports.machine, record);
  if (known.isErr()) return err(known.error);
  const looked = await findLostWork(ports, taskId);
  if (looked.isErr() && !force) return err(looked.error);
  const lost = looked.unwrapOr(null);
  if (lost !== null && !force) {
    // What is refused anyway is refused for its own reasons.
    const decided = record === null ? ok(null) : committer.decide(record, { type: 'purge-context' }, options);
    return err(decided.isErr() ? decided.error : workWouldBeLost(taskId, lost));
  }
  const isUnchecked = worktree === null && record?.tree_chain.some(isWork) === true;
  return purge(taskId, options).map((purged) => {
    const told = isUnchecked && purged.purged ? [workUnchecked(taskId)] : [];
    const isKeptElsewhere = lost?.isHere === false && purged.purged;
    return { ...purged, warnings: [...purged.warnings, ...(isKeptElsewhere ? [workKept(taskId, lost)] : []), ...told] };
  });
}

/** Says what of an earlier life a person should know, since nothing else of it is left to see. */
async function withEarlierLife(room: Room, taskId: string, made: MutatedTask): Promise<Result<MutatedTask, never>> {
  if (made.revision === 1) return ok(made);
  const trail = await readAuditTrail(room, taskId);
  const ends = trail.isErr()
    ? []
    : trail.value.entries.flatMap(({ event }) => (event.type === 'task-completed' ? [event] : []));
  const told = room.machine.warningsAfter(null, made.record, ends.at(-1)?.summary ?? null);
  return ok(told.length === 0 ? made : { ...made, warnings: [...made.warnings, ...told] });
}

/** Keeps the snapshots of a completed task for some days, and sweeps what others left behind; trouble here is only a warning. */
async function keepTrees(
  { worktree }: { readonly worktree?: GitWorktree },
  room: Room,
  { purged, taskId, until }: { readonly purged: PurgedTask; readonly taskId: string; readonly until: number },
): Promise<Result<PurgedTask, never>> {
  const found = worktree === undefined ? null : await findCompletedRecord(room, taskId);
  if (worktree === undefined || found === null) return ok(purged);
  const kept = await keepForAWhile(worktree, found.record, until);
  const swept = kept.isErr() ? kept : await worktree.sweep({ olderThanMs: 0 });
  if (swept.isOk()) return ok(purged);
  return ok({ ...purged, warnings: [...purged.warnings, notDropped(taskId, swept.error.message)] });
}

function notDropped(taskId: string, reason: string): Warning {
  const message = `${taskId} is purged, but its snapshots still take space: ${reason}`;
  return { code: 'SnapshotsNotDropped', message };
}

/** Gives up the snapshots of a purged task, and the space they took; trouble here is only a warning. */
async function dropTrees(
  { tasks, worktree }: { readonly tasks: TaskStore; readonly worktree: GitWorktree | undefined },
  taskId: string,
  purged: PurgedTask,
): Promise<Result<PurgedTask, never>> {
  // A repeated purge may find the task in its next life, and that has snapshots of its own.
  if (
    purged.replayed &&
    (await tasks.read(taskId)).match(
      ({ body }) => body !== null,
      () => true,
    )
  )
    return ok(purged);
  if (worktree === undefined) return ok(purged);
  const dropped = await dropSnapshots({ tasks, worktree }, taskId, { olderThanMs: 0 });
  const told = dropped.match<readonly Warning[]>(
    ({ kept }) => kept.map((lost) => workKept(taskId, lost)),
    ({ message }) => [notDropped(taskId, message)],
  );
  return ok({ ...purged, warnings: [...purged.warnings, ...told] });
}
