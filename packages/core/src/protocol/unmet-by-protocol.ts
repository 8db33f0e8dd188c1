import type { DecideEnv } from '../machine/decide-env.ts';
import type { Unmet } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/task-record.ts';
import { viewOf } from './guard.ts';
import { findUnmet, MACHINE, toUnmet } from './machine.ts';

/** What the protocol has to say against completing a task; nothing when the task never was under it. */
export function unmetByProtocol(record: TaskRecord, env: DecideEnv): readonly Unmet[] {
  const { protocol } = record;
  if (protocol === null) return [];
  const finish = MACHINE.rows.find((row) => row.kind === 'finish' && row.from === protocol.state);
  if (finish !== undefined) return toUnmet(findUnmet(MACHINE, finish, viewOf(record, protocol, env)));
  const detail = `${record.task_id} is in ${protocol.state}. A task under the protocol is finished in CLEANUP; next says what is left to do.`;
  return [{ condition: 'state', detail }];
}
