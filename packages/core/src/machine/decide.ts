import { match, P } from 'ts-pattern';
import { decideCompletion } from './decide-completion.ts';
import { decideContext, decideInit } from './decide-context.ts';
import { decideDelta } from '../slices/decide-delta.ts';
import { rejectingIn } from '../protocol/agents-of.ts';
import { decideProtocol, isProtocolCommand } from '../protocol/decide-protocol.ts';
import { OPEN_WRITES, unmetByFence } from '../protocol/owner-fence.ts';
import { err, ok, type Result } from '../result/result.ts';
import { CommandSchema, type Command, type CommandInput } from './command.ts';
import { contextNotFound } from '../record/context-not-found.ts';
import { DecideEnvSchema, type DecideEnv } from './decide-env.ts';
import type { DecideError, Decision } from '../record/decision.ts';
import { checkRecord } from './read-record.ts';
import { reject, unmetBySchema } from '../record/rejection.ts';
import type { TaskRecord } from './task-record.ts';
import { isTrusted } from './trusted-records.ts';

/**
 * Decides what a command does to a task: the events to record, or why not. Pure: the same three arguments always give the
 * same answer, and nothing is changed. No events means that everything asked for is already so.
 *
 * Fails with `InvalidInput` (the command or env is malformed), `InvalidTaskId`, `ContextExists`, `ContextNotFound`, `DriftUnresolved`, `NotOwner` (another session
 * owns the task), `Rejected` (a rule says no), or, for a record that was built or edited by hand, `UnsupportedVersion`, `SchemaViolation`, `ImmutableTampered`.
 *
 * @example
 * ```ts
 * import { decide } from '@batonkit/core';
 *
 * const env = { now: '2026-11-16T09:00:00.000Z', actor: 'ada', session: null, facts: { head: null } };
 * const refused = decide(null, { type: 'hand-off', role: 'implementer' }, env);
 * refused.isErr() && refused.error.code; // => 'ContextNotFound'
 * ```
 */
export function decide(record: TaskRecord | null, command: CommandInput, env: DecideEnv): Decision {
  const parsedCommand = CommandSchema.safeParse(command);
  const parsedEnv = DecideEnvSchema.safeParse(env);
  if (!parsedCommand.success || !parsedEnv.success) {
    return reject('InvalidInput', [
      ...(parsedCommand.success ? [] : unmetBySchema(parsedCommand.error, 'The command')),
      ...(parsedEnv.success ? [] : unmetBySchema(parsedEnv.error, 'The options')),
    ]);
  }
  const checked: Result<TaskRecord | null, DecideError> =
    record === null || isTrusted(record) ? ok(record) : checkRecord(record);
  return checked.andThen((sound) => decideOn(sound, parsedCommand.data, env));
}

function decideOn(record: TaskRecord | null, command: Command, env: DecideEnv): Decision {
  if (command.type === 'init-context') return decideInit(record, command, env);
  if (record === null) return command.type === 'purge-context' ? ok([]) : err(contextNotFound());
  const foreign = unmetByFence(record, command, env.session);
  if (foreign.length > 0) return reject('NotOwner', foreign);
  if (command.type === 'purge-context') return decidePurge(record, command, env);
  if (command.type === 'complete-task') return decideCompletion(record, env, command);
  if (record.completion !== null) {
    const detail = `${record.task_id} was completed at ${record.completion.summary.completed_at}; its record takes no more changes.`;
    return reject('Rejected', [{ condition: 'task-open', detail }]);
  }
  if (isProtocolCommand(command)) return decideProtocol(record, command, env);
  return match(command)
    .with({ type: P.union('record-snapshot', 'record-drift', 'resolve-drift') }, (delta) => decideDelta(record, delta))
    .otherwise((context) => decideContext(record, context, env));
}

// Who answers for a command that is decided already asks the same fence.
export { OPEN_WRITES, unmetByFence };

/** The lock of the main working tree goes only with the session that holds it; rejections go with the end of the task alone. */
function decidePurge(
  record: TaskRecord,
  { reason = 'purged on request' }: Extract<Command, { type: 'purge-context' }>,
  env: DecideEnv,
): Decision {
  const held = record.protocol?.main_lock ?? null;
  if (held !== null && held.session !== env.session) {
    const detail = `The main working tree is locked by session ${held.session}; its lock cannot be purged. Wait for it, or take the lock over once a person confirmed that the session is gone.`;
    return reject('NotOwner', [{ condition: 'main-lock-owner', detail }]);
  }
  const rejecting = record.protocol === null || record.completion !== null ? [] : rejectingIn(record.protocol);
  if (rejecting.length > 0) {
    const names = rejecting.map(([name]) => name).join(', ');
    const detail = `${names} rejected the content of ${record.task_id}, and a purge would forget that. Fix the work and let the reviewer decide again, or abandon the task and complete it.`;
    return reject('Rejected', [{ condition: 'keeps-rejections', detail }]);
  }
  return ok([{ type: 'context-purged', reason }]);
}
