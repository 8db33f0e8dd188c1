import { ok, reject } from '@batonkit/core';
import type { ProtocolEnv, Decision, ProtocolRecord } from '../section/protocol-record.ts';
import { rejectSession } from './decide-ownership.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import { unmetByPerson } from '../approval/why-not-a-person.ts';

/** Locks the main working tree for a session; held by another one, only a person's word frees it. */
export function decideLockMain(
  record: ProtocolRecord,
  command: ProtocolCommandOf<'lock-main'>,
  env: ProtocolEnv,
): Decision {
  const { session, actor, now } = env;
  if (session === null) return rejectSession();
  const held = record.protocol?.main_lock ?? null;
  const { operation, takeOver } = command;
  if (held?.session === session && held.operation === operation) return ok([]);
  const isForeign = held !== null && held.session !== session;
  if (isForeign && takeOver === undefined) {
    const detail = `The main working tree is locked by session ${held.session} for ${held.operation} since ${held.since}. Wait for it, or let a person who knows that the session is gone take the lock over: baton send <task> lock-main --session ${nameToType(session)} 'takeOver={"confirmedBy":"<name>","reason":"<why>"}'`;
    return reject('NotOwner', [{ condition: 'main-unlocked', detail }]);
  }
  if (isForeign && takeOver !== undefined) {
    const names = [held.session, held.actor, session, actor];
    const unconfirmed = unmetByPerson(takeOver.confirmedBy, names, `${held.session} is gone`);
    if (unconfirmed !== null) return reject('Rejected', [unconfirmed]);
  }
  const main = env.facts.protocol?.main ?? null;
  const lock = { session, actor, operation, fence: (record.protocol?.fence ?? 0) + 1, since: now };
  return ok([
    {
      type: 'main-locked',
      lock: { ...lock, ...(main === null ? {} : { commit: main.head }) },
      taken_from: isForeign ? held.session : null,
      confirmed_by: isForeign ? (takeOver?.confirmedBy ?? null) : null,
      reason: isForeign ? (takeOver?.reason ?? null) : null,
    },
  ]);
}

/** Frees the main working tree; only the session that locked it may. */
export function decideUnlockMain(record: ProtocolRecord, { session }: ProtocolEnv): Decision {
  if (session === null) return rejectSession();
  const held = record.protocol?.main_lock ?? null;
  if (held === null) return ok([]);
  if (held.session === session) return ok([{ type: 'main-unlocked', session }]);
  const detail = `The main working tree is locked by session ${held.session}; only that session may free it.`;
  return reject('NotOwner', [{ condition: 'main-lock-owner', detail }]);
}

/** The name of a session in a command that a person may paste into a shell. */
function nameToType(session: string): string {
  return /^[\w.:-]+$/.test(session) ? session : '<session>';
}
