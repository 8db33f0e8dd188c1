import type { Unmet } from '@batonkit/core';
import type { Act, DoneBefore } from '@batonkit/core/machine';
import { OPEN_WRITES, unmetByFence } from './owner-fence.ts';
import type { ProtocolRecord } from '../section/protocol-record.ts';

/** Commands that are about the session that gives them: for another session the same words ask for something else. */
export const ABOUT_SESSION = ['claim-task', 'release-task', 'take-over-task', 'lock-main', 'unlock-main'] as const;

/**
 * What keeps a session from being told that a request was done before: who may not write a thing is not answered "done" either. Where the
 * fence is open to anybody, and for a task that ended, it is told to who made the request and to the owner; an approval, to persons alone.
 */
export function unmetByReplay(
  record: ProtocolRecord | null,
  { command, session }: { readonly command: Act; readonly session: string | null },
  known: DoneBefore,
): readonly Unmet[] {
  // For another session these are another request.
  const isAboutSession = (ABOUT_SESSION as readonly string[]).includes(command.type);
  if (isAboutSession) return [];
  const fenceOf = (): readonly Unmet[] => (record === null ? [] : unmetByFence(record, command, session));
  if (session === known.session) return fenceOf();
  const owner = record?.protocol?.owner?.session ?? null;
  const isApproval = command.type === 'approve-checkpoint';
  const isOpen = record !== null && record.completion === null;
  if (isOpen && OPEN_WRITES[command.type] !== 'anybody') return fenceOf();
  if (!isApproval && (isOpen ? owner : (owner ?? known.session)) === null) return [];
  if (!isApproval && owner === session) return [];
  const by = known.session === null ? 'outside any session' : `by session ${known.session}`;
  const who = session === null ? 'a caller without a session' : `session ${session}`;
  const detail = `Operation ${known.id} was done ${by}, in revision ${known.revision}, and ${who} may not repeat it. Read the task to see where it is.`;
  return [{ condition: 'owner', detail }];
}
