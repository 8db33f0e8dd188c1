import {
  type CommitError,
  err,
  type GitWorktree,
  type MutatedTask,
  type MutationOptions,
  ok,
  type ReadTaskError,
  reject,
  rejection,
  type Result,
  ResultAsync,
  type TaskStore,
  MAIN_LOCK_TASK,
  defineTask,
} from '@batonkit/core';
import { type Gathered, listContexts, readTask, type Room, type TaskCommitter } from '@batonkit/core/internal';
import type { CommandInput, ProtocolRecord } from '../section/protocol-record.ts';
import { lookAtMain } from '../facts/look-at-main.ts';
import type { MainLock } from '../section/protocol-section.ts';
import { UNKNOWN_FACTS } from '../section/unknown-facts.ts';

/** The lock that a session has, with the record that it is kept in. */
export type HeldMainLock = MainLock & MutatedTask<ProtocolRecord>;

/** The lock's record after it was freed; `null` when nobody ever locked. */
export type FreedMainLock = Omit<MutatedTask, 'record'> & { readonly record: ProtocolRecord | null };

/**
 * The lock of the main working tree: a record of its own in the store, so that compare-and-set decides who has it and the audit tells who
 * had it.
 */
export interface MainLockKeeper {
  /**
   * Locks the main working tree for this session. Fails with `NotOwner` while another session holds it, unless a person said that this
   * session is gone (`takeOver`). The message names that session and the tasks that it owns.
   */
  acquire(
    options: MutationOptions & {
      readonly operation: MainLock['operation'];
      readonly takeOver?: { readonly confirmedBy: string; readonly reason: string };
    },
  ): ResultAsync<HeldMainLock, CommitError>;

  /** Frees it. Fails with `NotOwner` when another session holds it; freeing what is free succeeds. */
  release(options: MutationOptions): ResultAsync<FreedMainLock, CommitError>;

  /** Who holds it; `null` when it is free. */
  read(): ResultAsync<MainLock | null, ReadTaskError>;
}

const NEVER_LOCKED: FreedMainLock = { record: null, revision: 0, warnings: [], replayed: false };

/** A request that is repeated when its lock is gone. */
const RELEASED = {
  condition: 'main-locked',
  detail: 'This request had the lock of the main working tree, which was released since. Ask under a new operation id.',
};

/** Makes a {@link MainLockKeeper}. */
export function createMainLock({
  tasks,
  committer,
  worktree,
}: {
  readonly tasks: TaskStore;
  readonly committer: TaskCommitter<ProtocolRecord, CommandInput>;
  readonly worktree: GitWorktree | null;
}): MainLockKeeper {
  const room = { tasks, machine: committer.machine };
  const commit = (
    command: CommandInput,
    options: MutationOptions,
  ): ResultAsync<MutatedTask<ProtocolRecord>, CommitError> =>
    committer.commit({ taskId: MAIN_LOCK_TASK, command, options, gather: () => gatherMain(worktree) });
  /** Commits, also where nobody made the lock's record yet. */
  const commitOrInit = async (
    command: CommandInput,
    options: MutationOptions,
  ): Promise<Result<MutatedTask<ProtocolRecord>, CommitError>> => {
    const committed = await commit(command, options);
    if (committed.isOk() || committed.error.code !== 'ContextNotFound') return committed;
    const { operationId: _, ...init } = options;
    const made = await committer.commit({ taskId: MAIN_LOCK_TASK, command: INIT_MAIN_LOCK, options: init });
    // Two sessions may make the record at the same time; either of them serves both.
    return made.isErr() && made.error.code !== 'ContextExists' ? err(made.error) : commit(command, options);
  };
  const acquire = async (
    command: CommandInput,
    options: MutationOptions,
  ): Promise<Result<HeldMainLock, CommitError>> => {
    const locked = await commitOrInit(command, options);
    if (locked.isErr()) return nameTasks(room, locked.error);
    const lock = locked.value.record.protocol?.main_lock ?? null;
    // A repeated request is no claim to a lock that somebody else has by now.
    if (lock === null || lock.session !== options.session) return reject('Rejected', [RELEASED]);
    return ok({ ...lock, ...locked.value });
  };
  const release = async (options: MutationOptions): Promise<Result<FreedMainLock, CommitError>> => {
    const freed = await commit({ type: 'unlock-main' }, options);
    if (freed.isOk()) return ok(freed.value);
    return freed.error.code === 'ContextNotFound' ? ok(NEVER_LOCKED) : nameTasks(room, freed.error);
  };

  return {
    acquire: ({ operation, takeOver, ...options }) => {
      const command: CommandInput = { type: 'lock-main', operation, ...(takeOver === undefined ? {} : { takeOver }) };
      return new ResultAsync(acquire(command, options));
    },
    release: (options) => new ResultAsync(release(options)),
    read: () => readTask(room, MAIN_LOCK_TASK).map(({ record }) => record?.protocol?.main_lock ?? null),
  };
}

/** Adds the tasks of the session that holds the lock to a refusal. What cannot be read is left out: the refusal stands without it. */
async function nameTasks(room: Room<ProtocolRecord>, error: CommitError): Promise<Result<never, CommitError>> {
  if (error.code !== 'NotOwner') return err(error);
  const holder = (await readTask(room, MAIN_LOCK_TASK)).unwrapOr(null)?.record?.protocol?.main_lock?.session;
  const listed = (await listContexts(room.tasks, { skipDamaged: true })).unwrapOr([]);
  const owned: string[] = [];
  for (const { taskId } of holder === undefined ? [] : listed) {
    const record = (await readTask(room, taskId)).unwrapOr(null)?.record;
    if (record?.protocol?.owner?.session === holder) owned.push(taskId);
  }
  if (owned.length === 0) return err(error);
  const names = `${owned.slice(0, 5).join(', ')}${owned.length > 5 ? ` and ${owned.length - 5} more` : ''}`;
  const detail = `Session ${holder} owns ${names}.`;
  return err(rejection('NotOwner', [{ condition: 'main-lock-task', detail }, ...error.data.unmet]));
}

async function gatherMain(worktree: GitWorktree | null): Promise<Result<Gathered, never>> {
  const main = await lookAtMain(worktree, MAIN_LOCK_TASK);
  return ok({ facts: { protocol: { ...UNKNOWN_FACTS, main } }, artifacts: [] });
}

/** What makes the record of {@link MAIN_LOCK_TASK}. */
const INIT_MAIN_LOCK: CommandInput = {
  type: 'init-context',
  taskId: MAIN_LOCK_TASK,
  git: { head: null, branch: null, task_file_sha: null },
  roles: ['coordinator'],
  immutable: defineTask({
    title: 'The lock of the main working tree',
    priority: 'P2',
    area: 'protocol',
    description: 'Holds who may touch the main working tree, and what for. It is no task of its own.',
  }),
};
