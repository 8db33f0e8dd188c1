import type { QueuedTask, QueueFilter, TakenTask } from '@batonkit/protocol';
import { err, type Failure, ok, reject, type Rejection, rejection, type Result } from '@batonkit/core';
import type { OperationKit } from '../operation/operation.ts';
import { toWarnings } from '../operation/operation-fields.ts';

/** What the queue is asked. */
export interface QueueRequest {
  readonly take?: boolean;
  readonly request?: string;
  readonly phases?: readonly string[];
  readonly types?: readonly string[];
  readonly names?: readonly string[];
}

interface QueueRow {
  readonly taskId: string;
  readonly title: string;
  readonly owner: string | null;
  readonly since: string;
}

/** What the queue answers. */
export interface QueueAnswer {
  readonly taken: string | null;
  readonly how: string;
  readonly replayed: boolean;
  readonly own: QueueRow[];
  readonly free: QueueRow[];
  readonly held: QueueRow[];
  readonly blocked: { readonly taskId: string; readonly reason: string }[];
  readonly damaged: { readonly taskId: string; readonly reason: string }[];
  readonly warnings: ReturnType<typeof toWarnings>;
}

/** Looks at the queue as this session sees it, and takes the next task where that is asked for. */
export async function askQueue(
  { tasks, baton, caller }: OperationKit,
  request: QueueRequest,
): Promise<Result<QueueAnswer, Failure>> {
  const { createTaskQueue, readBatchRequest } = await import('@batonkit/protocol');
  const read = request.request === undefined ? null : readBatchRequest(request.request);
  if (request.request !== undefined && read === null) {
    const detail =
      'The request does not ask for several tasks, as far as can be told. Say for example: work on all tasks.';
    return reject('InvalidInput', [{ condition: '/request', detail }]);
  }
  const filter: QueueFilter = {
    phases: [...(read?.filter.phases ?? []), ...(request.phases ?? [])],
    types: [...(read?.filter.types ?? []), ...(request.types ?? [])],
    names: [...(read?.filter.names ?? []), ...(request.names ?? [])],
  };
  // A session without a name owns nothing, and takes nothing.
  const session = caller.session ?? '';
  if (session === '' && request.take === true) return err(sessionNeeded());
  const named = caller.operationId === undefined ? {} : { operationId: caller.operationId };
  const queue = createTaskQueue({ tasks, protocol: baton.protocol });
  const claimed: Result<TakenTask | null, Failure> =
    request.take === true ? await queue.take({ actor: caller.actor, session, filter, ...named }) : ok(null);
  if (claimed.isErr()) return err(claimed.error);
  const taken = claimed.value;
  const view = await queue.look({ session, filter });
  if (view.isErr()) return err(view.error);
  const { own, free, held, damaged } = view.value;
  return ok({
    taken: taken?.task?.taskId ?? null,
    how: taken?.how ?? 'looked',
    replayed: taken?.replayed ?? false,
    own: own.map(toRow),
    free: free.map(toRow),
    held: held.map(toRow),
    blocked: [...(taken?.blocked ?? [])],
    damaged: [...damaged],
    warnings: toWarnings(taken?.warnings ?? []),
  });
}

/** What needs a session says so. */
export function sessionNeeded(): Rejection<'InvalidInput'> {
  const detail = 'Ownership needs a session. Pass the name of this run as session.';
  return rejection('InvalidInput', [{ condition: '/session', detail }]);
}

function toRow({ taskId, title, owner, ownedSince, freeSince }: QueuedTask): QueueRow {
  return { taskId, title, owner, since: ownedSince ?? freeSince };
}
