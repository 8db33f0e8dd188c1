import type * as z from 'zod';
import { match } from 'ts-pattern';
import type { MutatedTask } from '../commit/task-committer.ts';
import { isSendable, notSendable } from '../protocol/accept-document.ts';
import { MainLockSchema } from '../protocol/protocol-section.ts';
import type { SendableCommand } from '../protocol/task-protocol.ts';
import { rejection, unmetBySchema } from '../record/rejection.ts';
import type { Failure } from '../result/failure.ts';
import { errAsync, type ResultAsync } from '../result/result.ts';
import type { OperationKit } from './operation.ts';
import { optionsOf, sayWarning, toWritten, type Written } from './operation-fields.ts';

/** A protocol command by its name. */
export interface CommandRequest {
  readonly taskId: string;
  readonly command: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

type Answer = ResultAsync<z.infer<typeof Written> & { readonly state: string }, Failure>;

/** Sends a protocol command by its name; the command's own schema checks the fields. The lock of the main tree goes through its keeper. */
export function sendCommand(kit: OperationKit, { taskId, command, fields = {} }: CommandRequest): Answer {
  const { protocol } = kit.baton;
  const options = optionsOf(kit);
  return match(command)
    .with('lock-main', (): Answer => {
      const operation = MainLockSchema.shape.operation.safeParse(fields.operation ?? 'git-operation');
      if (!operation.success) return errAsync(rejection('InvalidInput', unmetBySchema(operation.error, 'operation')));
      return protocol.mainLock
        .acquire({ ...options, operation: operation.data })
        .andThen((lock) => stateOf(kit, taskId, lock));
    })
    .with('unlock-main', () => protocol.mainLock.release(options).andThen((freed) => stateOf(kit, taskId, freed)))
    .otherwise((type): Answer => {
      const asked = { ...fields, type };
      if (!isSendable(asked)) return errAsync(notSendable(['lock-main', 'unlock-main']));
      return protocol
        .send(taskId, { ...options, command: asked as SendableCommand })
        .map((context) => ({ ...toWritten(context), state: context.record.protocol?.state ?? '' }));
    });
}

function stateOf(
  { baton, caller }: OperationKit,
  taskId: string,
  { replayed, warnings }: Pick<MutatedTask, 'replayed' | 'warnings'>,
): Answer {
  return baton.protocol.status(taskId, { session: caller.session ?? null }).map(({ state, revision }) => ({
    taskId,
    revision,
    replayed,
    warnings: warnings.map(sayWarning),
    state: state ?? '',
  }));
}
