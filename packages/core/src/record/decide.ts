import { decideContext } from '../context/decide-context.ts';
import { ok, type Result } from '../result/result.ts';
import { CommandSchema, type CommandInput } from './command.ts';
import { DecideEnvSchema, type DecideEnv } from './decide-env.ts';
import type { DecideError, Decision } from './decision.ts';
import { checkRecord } from './read-record.ts';
import { reject, unmetBySchema } from './rejection.ts';
import type { TaskRecord } from './task-record.ts';
import { isTrusted } from './trusted-records.ts';

/**
 * Decides what a command does to a task: the events to record, or why not. Pure: the same three arguments always give the
 * same answer, and nothing is changed. No events means that everything asked for is already so.
 *
 * Fails with `InvalidInput` (the command or env is malformed), `InvalidTaskId`, `ContextExists`, `ContextNotFound`, `Rejected` (a
 * rule says no), or, for a record that was built or edited by hand, `UnsupportedVersion`, `SchemaViolation`, `ImmutableTampered`.
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
      ...(parsedEnv.success ? [] : unmetBySchema(parsedEnv.error, 'The env')),
    ]);
  }
  const checked: Result<TaskRecord | null, DecideError> =
    record === null || isTrusted(record) ? ok(record) : checkRecord(record);
  return checked.andThen((sound) => decideContext(sound, parsedCommand.data, env));
}
