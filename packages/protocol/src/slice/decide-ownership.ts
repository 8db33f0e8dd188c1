import { ok, reject, type Unmet } from '@batonkit/core';
import type { ProtocolEnv, Decision, DecidedEvent, ProtocolRecord } from '../section/protocol-record.ts';
import { addRoles } from './add-roles.ts';
import { UNKNOWN_FACTS } from '../section/unknown-facts.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import { SETUP_GUARDS } from '../guards/setup-guards.ts';
import { viewOf, type ProtocolView } from '../guards/guard.ts';
import { newProtocolSection } from '../section/new-protocol-section.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import { findAtWork, unmetByPerson } from '../approval/why-not-a-person.ts';

/** Gives a task to a session. Claiming what the session has already changes nothing. */
export function decideClaim(
  record: ProtocolRecord,
  command: ProtocolCommandOf<'claim-task'>,
  env: ProtocolEnv,
): Decision {
  const { session } = env;
  if (session === null) return rejectSession();
  const owner = record.protocol?.owner ?? null;
  if (owner !== null && owner.session === session) return ok([]);
  if (owner !== null) {
    const detail = `${record.task_id} is owned by session ${owner.session} (${owner.actor}, since ${owner.since}). Choose another task, or take it over once a person confirmed that the session is gone.`;
    return reject('NotOwner', [{ condition: 'unowned', detail }]);
  }
  const view = viewOf(record, record.protocol ?? newProtocolSection(), env);
  const unmet = [SETUP_GUARDS.sessionUnique, SETUP_GUARDS.taskKnown].flatMap(({ id, find }) =>
    find(view).map(({ detail }): Unmet => ({ condition: id, detail })),
  );
  if (unmet.length > 0) return reject('Rejected', unmet);
  return ok([
    {
      type: 'task-claimed',
      owner: { session, actor: env.actor, fence: (record.protocol?.fence ?? 0) + 1, since: env.now },
      dependencies: command.dependencies,
      ...claimedTree(record, command),
      ...claimedMain(view),
    },
    ...dismissRoles(record, session),
    ...keepRejections(view),
  ]);
}

/** Who rejected the work of an earlier life is a reviewer of this one, and its rejection stands until it decides anew. */
function keepRejections({ record, facts, env }: ProtocolView): readonly DecidedEvent[] {
  const rejections = facts.rejections ?? [];
  if (rejections.length === 0) return [];
  return [
    ...addRoles(
      record,
      rejections.map(({ agent }) => agent),
    ),
    { type: 'agents-selected', agents: rejections.map(({ agent }) => ({ name: agent, kind: 'reviewer' })) },
    ...rejections.map(({ agent, decision, note }): DecidedEvent => {
      // The answer went with the artifacts of that life.
      return { type: 'agent-decided', agent, at: env.now, decision: { ...decision, answer: null }, note, head: null };
    }),
  ];
}

/** Whoever claims a task goes on in the working tree it has: a claim from elsewhere must not make its work invisible. */
function claimedTree(
  { protocol }: ProtocolRecord,
  { worktree, path }: ProtocolCommandOf<'claim-task'>,
): { readonly worktree: string | null; readonly path?: string } {
  const known = protocol?.worktree ?? null;
  const where = known === null ? path : protocol?.worktree_path;
  return { worktree: known ?? worktree, ...(where === undefined ? {} : { path: where }) };
}

/** What the main branch had is told by the first claim: a later one may come after a merge. */
function claimedMain({ protocol, facts }: ProtocolView): Pick<ProtocolSection, 'main'> {
  if (protocol.main !== undefined || facts.main === null) return {};
  const { branch, head: commit } = facts.main;
  return { main: { branch, commit } };
}

/** Gives a task back, so that another session can claim it. */
export function decideRelease({ session }: ProtocolEnv): Decision {
  return session === null ? rejectSession() : ok([{ type: 'task-released', session }]);
}

/** Takes a task from a session that a person declared gone. */
export function decideTakeOver(
  record: ProtocolRecord,
  command: ProtocolCommandOf<'take-over-task'>,
  env: ProtocolEnv,
): Decision {
  const { session } = env;
  if (session === null) return rejectSession();
  const owner = record.protocol?.owner ?? null;
  if (record.protocol === null || owner === null) {
    const detail = `Nobody owns ${record.task_id}, so there is nothing to take over. Claim it.`;
    return reject('Rejected', [{ condition: 'owned', detail }]);
  }
  if (owner.session === session) return ok([]);
  const { other_tasks, workers } = env.facts.protocol ?? UNKNOWN_FACTS;
  const { names } = findAtWork(record, workers);
  const unconfirmed = unmetByPerson(command.confirmedBy, [...names, session, env.actor], `${owner.session} is gone`);
  if (unconfirmed !== null) return reject('Rejected', [unconfirmed]);
  if (other_tasks.length > 0) {
    const detail = `This session also owns ${other_tasks.join(', ')}. Finish or release that task first.`;
    return reject('Rejected', [{ condition: 'session-unique', detail }]);
  }
  return ok([
    {
      type: 'task-taken-over',
      owner: { session, actor: env.actor, fence: record.protocol.fence + 1, since: env.now },
      from: owner.session,
      confirmed_by: command.confirmedBy,
      reason: command.reason,
    },
    ...dismissRoles(record, session),
  ]);
}

/** Whom an earlier owner admitted, the new one did not. */
function dismissRoles(record: ProtocolRecord, session: string): readonly DecidedEvent[] {
  return record.roles.flatMap((role): readonly DecidedEvent[] => {
    const { session_id = null, qa_log_path = null } = record.coordination[role] ?? {};
    const isForeign = session_id !== null && session_id !== session;
    return isForeign ? [{ type: 'role-noted', role, qa_log_path, session_id: null }] : [];
  });
}

/** Refuses a caller that does not say which run it is. */
export function rejectSession(): Decision {
  const detail = 'Ownership needs a session. Pass the name of this run as session.';
  return reject('InvalidInput', [{ condition: '/session', detail }]);
}
