import type { ProtocolEnv } from './protocol-record.ts';
import type { Unmet } from '@batonkit/core';
import type { ProtocolRecord } from './protocol-record.ts';
import { viewOf } from './guard.ts';
import { findUnmet, type ProtocolTable, toUnmet } from './machine.ts';

/** What the protocol has to say against completing a task; nothing when the task never was under it. */
export function unmetByProtocol(record: ProtocolRecord, env: ProtocolEnv, table: ProtocolTable): readonly Unmet[] {
  const { protocol } = record;
  if (protocol === null) return [];
  const finish = table.rows.find((row) => row.kind === 'finish' && row.from === protocol.state);
  if (finish !== undefined) return toUnmet(findUnmet(table, finish, viewOf(record, protocol, env)));
  const detail = `${record.task_id} is in ${protocol.state}. A task under the protocol is finished in CLEANUP; next says what is left to do.`;
  return [{ condition: 'state', detail }];
}
