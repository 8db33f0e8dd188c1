import { type Unmet, MAIN_LOCK_TASK } from '@batonkit/core';
import type { ProtocolRecord } from '../section/protocol-record.ts';

/** What can be done to the working trees of a task. */
export type TreeAction = 'create-tree' | 'merge-tree' | 'refresh-tree' | 'land-tree' | 'remove-tree' | 'restore-tree';

/** A write to a task, as far as the fence looks at it. */
export interface FencedWrite {
  readonly type: string;
  readonly role?: string | undefined;
  readonly agent?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
}

/**
 * Everything that another session than the owner's may do to a claimed task. What is not listed is the owner's alone, so that a new
 * command is fenced until somebody lists it.
 *
 * - `anybody`: the decision itself refuses who may not, or a person's word decides.
 * - `person`: a caller without a session; the decision looks at who the person is.
 * - `own-role`: a session that the owner admitted, in the name of the role that it was admitted for.
 * - `any-role`: a session that the owner admitted for any role.
 *
 * The owner admits a session by setting it as the `session_id` of a role.
 */
export const OPEN_WRITES: Readonly<Partial<Record<string, 'anybody' | 'person' | 'own-role' | 'any-role'>>> = {
  'init-context': 'anybody',
  'claim-task': 'anybody',
  'take-over-task': 'anybody',
  // A person's, from outside; the sessions at work are refused by the decision.
  'approve-checkpoint': 'anybody',
  // A person takes back what was presented or approved.
  'request-changes': 'person',
  'start-turn': 'own-role',
  'hand-off': 'own-role',
  'record-snapshot': 'own-role',
  'block-role': 'own-role',
  'record-qa': 'own-role',
  'record-qa-run': 'own-role',
  'report-status': 'own-role',
  'complete-agent': 'own-role',
  'fail-agent': 'own-role',
  'merge-agent': 'own-role',
  'record-decision': 'own-role',
  'classify-scope': 'own-role',
  'record-activity': 'own-role',
  'merge-tree': 'own-role',
  'refresh-tree': 'own-role',
  'restore-tree': 'own-role',
  'keep-snapshot': 'own-role',
  'attach-evidence': 'any-role',
  'record-drift': 'any-role',
  'clear-drift': 'any-role',
};

/**
 * What keeps a session from writing to a task; nothing when it owns the task or was admitted, or when nobody claimed it. A task that was
 * released on its way waits for its next owner.
 */
export function unmetByFence(record: ProtocolRecord, write: FencedWrite, session: string | null): readonly Unmet[] {
  const owner = record.protocol?.owner ?? null;
  const isUnderWay = owner !== null || (record.protocol?.counts.transitions ?? 0) > 0;
  // The lock of the main working tree has a holder of its own.
  if (!isUnderWay || record.completion !== null || record.task_id === MAIN_LOCK_TASK) return [];
  if (owner !== null && owner.session === session) return [];
  if (isAdmitted(record, write, session)) return [];
  if (owner === null) return [unowned(record)];
  const who = session === null ? 'a caller without a session' : `session ${session}`;
  const others = `Choose another task, or take it over once a person confirmed that the session is gone.`;
  const detail = `${record.task_id} is owned by session ${owner.session}; ${who} may not act on it. ${others}`;
  const role = OPEN_WRITES[write.type] === 'own-role' ? nameIn(write) : null;
  const way = role === null ? '' : ` The owner can admit a session by setting it as the session of ${role}.`;
  return [{ condition: 'owner', detail: `${detail}${way}` }];
}

/** Nobody acts on a task under the protocol that nobody owns. */
export function unowned({ task_id }: ProtocolRecord): Unmet {
  return { condition: 'owned', detail: `Nobody owns ${task_id}. Claim it first.` };
}

function isAdmitted(record: ProtocolRecord, write: FencedWrite, session: string | null): boolean {
  const open = OPEN_WRITES[write.type];
  if (open === undefined || open === 'anybody') return open === 'anybody';
  if (open === 'person') return session === null;
  // Who was admitted works for the owner, and ends with it.
  if (session === null || (record.protocol?.owner ?? null) === null) return false;
  // Who was admitted admits nobody else.
  if ((write.sessionId ?? session) !== session) return false;
  const admitted = record.roles.filter((role) => record.coordination[role]?.session_id === session);
  return open === 'any-role' ? admitted.length > 0 : admitted.includes(nameIn(write) ?? '');
}

function nameIn({ role, agent }: FencedWrite): string | null {
  return role ?? agent ?? null;
}
