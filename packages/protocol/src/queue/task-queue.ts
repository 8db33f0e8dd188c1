import {
  err,
  type Machine,
  ok,
  type ReadTaskError,
  type Result,
  ResultAsync,
  type TaskStore,
  type Warning,
} from '@batonkit/core';
import { listContexts, readTask } from '@batonkit/core/internal';
import type { ProtocolError, TaskProtocol } from '../service/task-protocol.ts';
import { protocolMachine } from '../slice/protocol-machine.ts';
import type { ProtocolRecord } from '../section/protocol-record.ts';
import { orderQueue, type QueuedTask, type QueueFilter, type TaskQueueView, WHOLE_QUEUE } from './order-queue.ts';

/** What a session got from the queue. */
export interface TakenTask {
  /** `null` when there is nothing to take now. */
  readonly task: QueuedTask | null;
  /** `resumed` when the session had it already, from before a crash perhaps. */
  readonly how: 'resumed' | 'claimed' | 'nothing';
  /** True when an earlier call had taken the task: the session had it, or a call with the same `operationId` claimed it. */
  readonly replayed: boolean;
  /** What matches but could not be claimed, with the reason; a dependency that is not finished, mostly. */
  readonly blocked: readonly { readonly taskId: string; readonly reason: string }[];
  /** What matches and belongs to other sessions. A person can have one taken over when its session is gone. */
  readonly held: readonly QueuedTask[];
  /** What the claim warned of. */
  readonly warnings: readonly Warning[];
}

/** The queue as a session sees it, and the tasks that are in nobody's queue because they cannot be read. */
export interface TaskQueueLook extends TaskQueueView {
  readonly damaged: readonly { readonly taskId: string; readonly reason: string }[];
}

/** Who takes tasks: the actor for the audit, and the run that owns what it takes. */
export interface QueueCaller {
  readonly actor: string;
  readonly session: string;
  /** Names the claim, so that two calls at once claim the task once; `replayed` tells which of them did. */
  readonly operationId?: string;
}

/** Several tasks, one at a time: see {@link createTaskQueue}. */
export interface TaskQueue {
  /** The queue as `session` sees it. Changes nothing. */
  look(options: { readonly session: string; readonly filter?: QueueFilter }): ResultAsync<TaskQueueLook, ReadTaskError>;

  /**
   * Gives the session its next task: the one that it has, or else the one that has been free for longest and that it can claim. Two
   * sessions never get the same task, because a claim is one compare-and-set; who loses goes on to the next. A session gets another
   * task only when it has finished, abandoned or released the one it has, so a repeated call takes nothing twice.
   */
  take(options: QueueCaller & { readonly filter?: QueueFilter }): ResultAsync<TakenTask, ProtocolError>;
}

/**
 * Makes a {@link TaskQueue} on the tasks of a store. It keeps no state of its own: the queue is what is unfinished and unclaimed, so a
 * restarted orchestrator that asks again in the name of the same session goes on where it was.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { createTaskProtocol, createTaskQueue } from '@batonkit/protocol';
 * import { createMemoryTaskStore } from '@batonkit/memory-adapter';
 *
 * const tasks = createMemoryTaskStore();
 * const queue = createTaskQueue({ tasks, protocol: createTaskProtocol({ tasks }) });
 * (await orThrow(queue.take({ actor: 'ada', session: 'run-1' }))).how; // => 'nothing'
 * ```
 */
export function createTaskQueue({
  tasks,
  protocol,
  phaseOf,
  dependenciesOf = () => [],
  machine = protocolMachine,
}: {
  readonly tasks: TaskStore;
  readonly protocol: Pick<TaskProtocol, 'claim' | 'release'>;
  /** What its records are read by; the default one when it is left out. */
  readonly machine?: Machine<ProtocolRecord>;
  /** The phase of a task; by default what its area, title or id says (`phase 2`). */
  readonly phaseOf?: (record: ProtocolRecord) => string | null;
  /** What a task waits for; added to what an earlier claim named. */
  readonly dependenciesOf?: (taskId: string) => readonly string[];
}): TaskQueue {
  async function look(session: string, filter: QueueFilter): Promise<Result<TaskQueueLook, ReadTaskError>> {
    const listed = await listContexts(tasks);
    if (listed.isErr()) return err(listed.error);
    const records: ProtocolRecord[] = [];
    const unreadable: { readonly taskId: string; readonly reason: string }[] = [];
    for (const { taskId, damaged } of listed.value) {
      if (damaged !== undefined) {
        unreadable.push({ taskId, reason: damaged });
        continue;
      }
      const read = await readTask({ tasks, machine }, taskId);
      // A record that cannot be read is nobody's turn; a store that cannot be read is no empty queue.
      if (read.isErr() && read.error.code === 'StorageFailure') return err(read.error);
      if (read.isErr()) unreadable.push({ taskId, reason: read.error.message });
      else if (read.value.record !== null) records.push(read.value.record);
    }
    const ordered = orderQueue(records, { filter, session, ...(phaseOf === undefined ? {} : { phaseOf }) });
    return ok({ ...ordered, damaged: unreadable });
  }

  async function take(filter: QueueFilter, caller: QueueCaller): Promise<Result<TakenTask, ProtocolError>> {
    const seen = await look(caller.session, filter);
    if (seen.isErr()) return err(seen.error);
    const { own, free, held } = seen.value;
    const [mine] = own;
    if (mine !== undefined) return ok({ task: mine, how: 'resumed', replayed: true, blocked: [], held, warnings: [] });
    const blocked: { readonly taskId: string; readonly reason: string }[] = [];
    for (const task of free) {
      const claimed = await claim(task, caller);
      if (claimed.isOk()) return settle({ task, ...claimed.value }, filter, caller, blocked);
      const { code, message } = claimed.error;
      if (code === 'Rejected' || code === 'UnknownSection') blocked.push({ taskId: task.taskId, reason: message });
      // Somebody was faster, or finished and purged it meanwhile.
      else if (code !== 'NotOwner' && code !== 'ContextNotFound') return err(claimed.error);
    }
    return ok({ task: null, how: 'nothing', replayed: false, blocked, held, warnings: [] });
  }

  function claim({ taskId, dependencies }: QueuedTask, caller: QueueCaller): ReturnType<TaskProtocol['claim']> {
    const all = [...new Set([...dependencies, ...dependenciesOf(taskId)])];
    return protocol.claim(taskId, { ...caller, dependencies: all });
  }

  /** Two processes in the name of one session may each have claimed a task; both see the same, keep the first and give back the other. */
  async function settle(
    { task, replayed, warnings }: Pick<TakenTask, 'replayed' | 'warnings'> & { readonly task: QueuedTask },
    filter: QueueFilter,
    { operationId, ...caller }: QueueCaller,
    blocked: TakenTask['blocked'],
  ): Promise<Result<TakenTask, ProtocolError>> {
    const seen = await look(caller.session, filter);
    if (seen.isErr()) return err(seen.error);
    const { own, held } = seen.value;
    const [first] = own;
    const claimed = own.find(({ taskId }) => taskId === task.taskId);
    if (first === undefined || claimed === undefined || first.taskId === task.taskId)
      return ok({ task: claimed ?? task, how: 'claimed', replayed, blocked, held, warnings });
    const released = await protocol.release(task.taskId, caller);
    if (released.isErr() && released.error.code !== 'NotOwner') return err(released.error);
    return ok({ task: first, how: 'resumed', replayed: true, blocked, held, warnings: [] });
  }

  return {
    look: ({ session, filter = WHOLE_QUEUE }) => new ResultAsync(look(session, filter)),
    take: ({ filter = WHOLE_QUEUE, ...caller }) => new ResultAsync(take(filter, caller)),
  };
}
