import { MAIN_LOCK_TASK } from '@batonkit/core';
import { findWords } from '../words/match-words.ts';
import type { ProtocolRecord } from '../section/protocol-record.ts';

/** Which tasks a batch is about; a list that is empty limits nothing, and every list that is not has to be met. */
export interface QueueFilter {
  readonly phases: readonly string[];
  /** Words of a task's area. */
  readonly types: readonly string[];
  /** Task ids or titles. */
  readonly names: readonly string[];
}

/** An unfinished task. */
export interface QueuedTask {
  readonly taskId: string;
  readonly title: string;
  readonly phase: string | null;
  /** Its area. */
  readonly type: string;
  /**
   * Where it stands in the queue: when it was made; for one that somebody had before, its last write, which is when it was given back
   * unless something was noted in it since.
   */
  readonly freeSince: string;
  /** The session that has it. */
  readonly owner: string | null;
  /** When that session got it. */
  readonly ownedSince: string | null;
  /** What an earlier claim said that it waits for. */
  readonly dependencies: readonly string[];
}

/** The unfinished tasks, as one session sees them. */
export interface TaskQueueView {
  /** What the session itself has, whatever the filter says: this comes first. */
  readonly own: readonly QueuedTask[];
  /** What it could take, in the order in which it should. */
  readonly free: readonly QueuedTask[];
  /** What other sessions have. */
  readonly held: readonly QueuedTask[];
}

/** Every task. */
export const WHOLE_QUEUE: QueueFilter = { phases: [], types: [], names: [] };

/**
 * The queue: unfinished tasks by how long they have been free and untouched. A task that was given back, or written to since, goes behind those that wait, so that one that nobody can
 * finish does not keep the others from their turn. Nothing of this is stored: the claims in the records are the queue.
 *
 * @example
 * ```ts
 * import { orderQueue, WHOLE_QUEUE } from '@batonkit/protocol';
 *
 * orderQueue([], { filter: WHOLE_QUEUE, session: 'run-1' }); // => { own: [], free: [], held: [] }
 * ```
 */
export function orderQueue(
  records: readonly ProtocolRecord[],
  {
    filter,
    session,
    phaseOf = findPhase,
  }: {
    readonly filter: QueueFilter;
    readonly session: string;
    readonly phaseOf?: (record: ProtocolRecord) => string | null;
  },
): TaskQueueView {
  const open = records
    .filter(({ task_id, completion }) => completion === null && task_id !== MAIN_LOCK_TASK)
    .map((record) => toQueuedTask(record, phaseOf));
  const wanted = open.filter((task) => isWanted(task, filter));
  return {
    own: open.filter(({ owner }) => owner === session).sort(by(({ ownedSince }) => ownedSince ?? '')),
    free: wanted.filter(({ owner }) => owner === null).sort(by(({ freeSince }) => freeSince)),
    held: wanted
      .filter(({ owner }) => owner !== null && owner !== session)
      .sort(by(({ ownedSince }) => ownedSince ?? '')),
  };
}

function toQueuedTask(record: ProtocolRecord, phaseOf: (record: ProtocolRecord) => string | null): QueuedTask {
  const { protocol, created_at, audit, task_id } = record;
  const { title, area } = record.immutable.task_snapshot;
  const wasTried = protocol !== null && protocol.fence > 0;
  return {
    taskId: task_id,
    title,
    phase: phaseOf(record)?.toLowerCase() ?? null,
    type: area,
    freeSince: wasTried ? audit.last_update : created_at,
    owner: protocol?.owner?.session ?? null,
    ownedSince: protocol?.owner?.since ?? null,
    dependencies: protocol?.dependencies ?? [],
  };
}

/** The phase that a task's area, title or id names: "phase 2", "phase-2a". */
function findPhase({ task_id, immutable }: ProtocolRecord): string | null {
  const { area, title } = immutable.task_snapshot;
  for (const text of [area, title, task_id]) {
    const found = /(?<![\p{L}\p{N}])phase[ _-]?(\d+[a-z]?)(?![\p{L}\p{N}])/iu.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

function isWanted(task: QueuedTask, { phases, types, names }: QueueFilter): boolean {
  const named = [task.taskId, task.title].map((name) => name.toLowerCase());
  return (
    (phases.length === 0 || (task.phase !== null && phases.some((phase) => phase.toLowerCase() === task.phase))) &&
    (types.length === 0 || findWords(task.type, types).length > 0) &&
    (names.length === 0 || names.some((name) => named.includes(name.toLowerCase())))
  );
}

function by(key: (task: QueuedTask) => string): (a: QueuedTask, b: QueuedTask) => number {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return (a, b) => compare(key(a), key(b)) || compare(a.taskId, b.taskId);
}
