import type { StoreError } from '../ports/task-store.ts';
import type { Machine } from '../machine/create-machine.ts';
import type { Typed } from '../record/slice.ts';
import { failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { digestRequest } from './digest-request.ts';
import type { FoundOperation } from './find-operation.ts';
import type { FoundTask } from './read-task.ts';

/** The id was used for something else, or what it made is gone. `usedFor` names the events of the revision that it made. */
export type OperationIdReused = Extract<StoreError, { code: 'OperationIdReused' }>;

/**
 * Whether a request is the one that the audit knows under its id: then it was done and is answered so. Another request is refused, saying
 * what the id was used for. Pure.
 */
export function recognizeRequest(
  machine: Pick<Machine, 'isAboutSession' | 'isFoundOut'>,
  { record }: Pick<FoundTask, 'record'>,
  request: { readonly taskId: string; readonly command: Typed; readonly session: string | null },
  known: FoundOperation,
): Result<'replay' | 'new', OperationIdReused> {
  const { taskId, command, session } = request;
  if (known.digest !== digestRequest(machine, command, session)) {
    return err(operationIdReused(taskId, known, `This request (${command.type}) is a different one`));
  }
  const isLife = command.type === 'init-context' || command.type === 'purge-context';
  // Without a context every other command says so itself.
  if (record === null && !isLife) return ok('new');
  if (known.purgedAt === null || command.type === 'purge-context') return ok('replay');
  return err(
    operationIdReused(taskId, known, `The context that it was about was purged in revision ${known.purgedAt}`),
  );
}

function operationIdReused(taskId: string, known: FoundOperation, why: string): OperationIdReused {
  const usedFor = known.events.map(({ type }) => type);
  const message = `${taskId}: operation id ${known.id} already made revision ${known.revision} (${usedFor.join(', ')}, by ${known.actor} at ${known.at}). ${why}. Nothing was written; use a new id for a new request.`;
  return failure('OperationIdReused', message, {
    id: taskId,
    operationId: known.id,
    revision: known.revision,
    usedFor,
  });
}
