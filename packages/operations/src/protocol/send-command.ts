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
  rejection,
  type Result,
  ResultAsync,
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
      const acquire = async (): Promise<Awaited<Answer>> => {
        const owned = await requireOwner(kit, taskId);
        if (owned.isErr()) return err(owned.error);
        const locked = await protocol.mainLock.acquire({ ...options, operation, ...taken });
        return locked.isErr() ? err(locked.error) : stateOf(kit, taskId, locked.value);
      };
      return new ResultAsync(acquire());
    })
    .with('unlock-main', (): Answer => {
      const asked = readCommand({ ...fields, type: 'unlock-main' });
      if (asked.isErr()) return errAsync(asked.error);
      return new ResultAsync(freeMain(kit, taskId)).andThen((freed) => stateOf(kit, taskId, freed));
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
        const refuse = async (): Promise<Awaited<Answer>> => {
          const opened = await openTaskToWrite(room, taskId);
          if (opened.isErr() && opened.error.code === 'UnknownSection') return err(opened.error);
          return err(notSendable(['lock-main', 'unlock-main']));
        };
        return new ResultAsync(refuse());
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
async function freeMain(kit: OperationKit, taskId: string): Promise<Result<LockChange, Failure>> {
  const { mainLock } = kit.baton.protocol;
  const held = await mainLock.read();
  if (held.isErr()) return err(held.error);
  const freed = await mainLock.release(optionsOf(kit));
  if (freed.isErr()) return err(freed.error);
  if (held.value !== null || freed.value.replayed) return ok(freed.value);
  const message = 'The main working tree was not locked, so nothing was done.';
  const owned = await requireOwner(kit, taskId);
  return owned.map((): LockChange => ({
    replayed: false,
    warnings: [...freed.value.warnings, { code: 'NotLocked', message }],
  }));
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
