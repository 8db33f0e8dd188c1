import type * as z from 'zod';
import { match } from 'ts-pattern';
import { openTask, openTaskToWrite, unmetBySchema } from '@batonkit/core/internal';
import { isSendable, notSendable, type ProtocolCommandOf, unowned } from '@batonkit/protocol/internal';
import { defaultMachine } from 'batonkit';
import {
  type ContextStore,
  err,
  errAsync,
  type Failure,
  ok,
  okAsync,
  rejection,
  type Result,
  type ResultAsync,
  type Warning,
} from '@batonkit/core';
import type { ProtocolRecord, SendableCommand } from '@batonkit/protocol';
import type { OperationKit } from '../operation/operation.ts';
import {
  type OperationWarningCode,
  optionsOf,
  toWarnings,
  toWritten,
  type Written,
} from '../operation/operation-fields.ts';

/** A command of the protocol, or of a slice of your own, by its name. */
export interface CommandRequest {
  readonly taskId: string;
  readonly command: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

interface Command {
  readonly type: string;
}

type Answer = ResultAsync<z.infer<typeof Written> & { readonly state: string }, Failure>;

/** Sends a command of the protocol, or of a slice of your own, by its name; the command's own schema checks the fields. The lock of the main tree goes through its keeper. */
export function sendCommand(kit: OperationKit, { taskId, command, fields = {} }: CommandRequest): Answer {
  const { protocol } = kit.baton;
  const options = optionsOf(kit);
  return match(command)
    .with('lock-main', (): Answer => {
      const asked = readCommand({ operation: 'git-operation', ...fields, type: 'lock-main' });
      if (asked.isErr()) return errAsync(asked.error);
      const { operation, takeOver } = asked.value;
      const taken = takeOver === undefined ? {} : { takeOver };
      return requireOwner(kit, taskId)
        .andThen(() => protocol.mainLock.acquire({ ...options, operation, ...taken }))
        .andThen((locked) => stateOf(kit, taskId, locked));
    })
    .with('unlock-main', (): Answer => {
      const asked = readCommand({ ...fields, type: 'unlock-main' });
      if (asked.isErr()) return errAsync(asked.error);
      return freeMain(kit, taskId).andThen((freed) => stateOf(kit, taskId, freed));
    })
    .with('take-over-task', (type): Answer => {
      const detail = `${type} is a person's decision and has a command of its own: baton take-over ${taskId} --confirmed-by <name> --reason <why>`;
      return errAsync(rejection('InvalidInput', [{ condition: '/command', detail }]));
    })
    .otherwise((type): Answer => {
      const asked = { ...fields, type };
      if (kit.baton.machine.isSendable(type)) {
        return (kit.baton.contexts as ContextStore<ProtocolRecord, Command, Command>)
          .send(taskId, { ...options, command: asked })
          .map((context) => ({ ...toWritten(context), state: context.record.protocol?.state ?? '' }));
      }
      if (!isSendable(asked)) {
        const room = { tasks: kit.tasks, machine: kit.baton.machine };
        // It may be a command of the slice whose section nobody here knows.
        return openTaskToWrite(room, taskId)
          .map(() => null)
          .orElse((error) => (error.code === 'UnknownSection' ? err(error) : ok(null)))
          .andThen(() => err(notSendable(['lock-main', 'unlock-main'])));
      }
      // Naming no session does not make a person of who runs in one.
      const session = type === 'request-changes' ? (options.session ?? kit.caller.ambientSession) : options.session;
      return protocol
        .send(taskId, { ...options, session: session ?? null, command: asked as SendableCommand })
        .map((context) => ({ ...toWritten(context), state: context.record.protocol?.state ?? '' }));
    });
}

/** The command as its schema takes it: what it does not know is refused. */
function readCommand<Type extends 'lock-main' | 'unlock-main'>(
  asked: Readonly<Record<string, unknown>> & { readonly type: Type },
): Result<ProtocolCommandOf<Type>, Failure> {
  const read = defaultMachine.CommandSchema.safeParse(asked);
  if (!read.success) return err(rejection('InvalidInput', unmetBySchema(read.error, asked.type)));
  return ok(read.data as unknown as ProtocolCommandOf<Type>);
}

/** What became of the lock of the main working tree. */
interface LockChange {
  readonly replayed: boolean;
  readonly warnings: readonly Warning<OperationWarningCode>[];
}

/** Whoever has the lock may free it, also after the task went to somebody else. Where it is free, only the owner is told so. */
function freeMain(kit: OperationKit, taskId: string): ResultAsync<LockChange, Failure> {
  const { mainLock } = kit.baton.protocol;
  return mainLock.read().andThen((held) =>
    mainLock.release(optionsOf(kit)).andThen((freed) => {
      if (held !== null || freed.replayed) return okAsync(freed);
      const message = 'The main working tree was not locked, so nothing was done.';
      return requireOwner(kit, taskId).map((): LockChange => ({
        replayed: false,
        warnings: [...freed.warnings, { code: 'NotLocked', message }],
      }));
    }),
  );
}

/** The main working tree is locked on behalf of a task, so the session must have it. */
function requireOwner({ tasks, caller, baton: { machine } }: OperationKit, taskId: string): ResultAsync<null, Failure> {
  return openTask({ tasks, machine }, taskId).andThen((record): Result<null, Failure> => {
    const isOwned = (record.protocol?.owner ?? null) !== null;
    const allowed = machine.allows(record, { type: 'lock-main' }, caller.session ?? null);
    return isOwned || allowed.isErr() ? allowed : err(rejection('NotOwner', [unowned(record)]));
  });
}

function stateOf({ baton, caller }: OperationKit, taskId: string, { replayed, warnings }: LockChange): Answer {
  return baton.protocol.status(taskId, { session: caller.session ?? null }).map(({ state, revision }) => ({
    taskId,
    revision,
    replayed,
    warnings: toWarnings(warnings),
    state: state ?? '',
  }));
}
