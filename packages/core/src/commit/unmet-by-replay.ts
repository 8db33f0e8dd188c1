import type { CommandInput } from '../machine/command.ts';
import { OPEN_WRITES, unmetByFence } from '../machine/decide.ts';
import type { Unmet } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/task-record.ts';
import { isAboutSession } from './digest-request.ts';
import type { FoundOperation } from './find-operation.ts';

/**
 * What keeps a session from being told that a request was done before: who may not write a thing is not answered "done" either. Where the
 * fence is open to anybody, and for a task that ended, it is told to who made the request and to the owner; an approval, to persons alone.
 */
export function unmetByReplay(
  record: TaskRecord | null,
  { command, session }: { readonly command: CommandInput; readonly session: string | null },
  known: FoundOperation,
): readonly Unmet[] {
  // For another session these are another request.
  if (isAboutSession(command) || session === known.session) return fenceOf(record, command, session);
  const owner = record?.protocol?.owner?.session ?? null;
  const isApproval = command.type === 'approve-checkpoint';
  const isOpen = record !== null && record.completion === null;
  if (isOpen && OPEN_WRITES[command.type] !== 'anybody') return fenceOf(record, command, session);
  if (!isApproval && (isOpen ? owner : (owner ?? known.session)) === null) return [];
  if (!isApproval && owner === session) return [];
  const by = known.session === null ? 'outside any session' : `by session ${known.session}`;
  const who = session === null ? 'a caller without a session' : `session ${session}`;
  const detail = `Operation ${known.id} was done ${by}, in revision ${known.revision}, and ${who} may not repeat it. Read the task to see where it is.`;
  return [{ condition: 'owner', detail }];
}

function fenceOf(record: TaskRecord | null, command: CommandInput, session: string | null): readonly Unmet[] {
  return record === null || isAboutSession(command) ? [] : unmetByFence(record, command, session);
}
