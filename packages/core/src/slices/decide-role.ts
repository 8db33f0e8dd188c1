import type { DecideEnv } from '../record/decide-env.ts';
import type { DecideError } from '../record/decision.ts';
import { reject, type Unmet } from '../record/rejection.ts';
import type { Coordination, RoleStatus } from './coordination.ts';
import { ok, type Result } from '../result/result.ts';
import { decideQa } from './decide-qa.ts';
import { findRole } from './find-role.ts';
import { roleOrder } from './role-order.ts';
import type { EvidenceRecord, EvidenceTypes } from './evidence.ts';
import type { RolesRecord, RolesTypes } from './roles.ts';
import type { TurnsTypes } from './turns.ts';

type TurnCommand = RolesTypes['command'] | TurnsTypes['command'];
type CommandOf<Type extends TurnCommand['type']> = Extract<TurnCommand, { type: Type }>;
type RoleEvent = RolesTypes['event'];
type Decision = Result<readonly RoleEvent[], DecideError>;
type HandOffDecision = Result<readonly (RoleEvent | EvidenceTypes['event'])[], DecideError>;

/** Where a role may go from where it is. Work that was done, or that was blocked, starts again before it ends anew. */
export const STATUS_EDGES: Readonly<Record<RoleStatus, readonly RoleStatus[]>> = {
  pending: ['in_progress', 'blocked'],
  in_progress: ['done', 'blocked'],
  blocked: ['in_progress'],
  done: ['in_progress'],
};

/**
 * Sets plain coordination facts. A status moves only along {@link STATUS_EDGES}, never round a block, and to `done` only with the snapshot
 * that a hand-off would take. `blocked` comes with a finding and goes with a turn.
 */
export function decideUpdate(record: RolesRecord, command: CommandOf<'update-coordination'>, env: DecideEnv): Decision {
  return findRole(record, command.role).andThen((current): Decision => {
    const next = command.status === current.status ? undefined : command.status;
    if (next === 'blocked') {
      const detail = `A blocked role needs a finding that says why. Block ${command.role} with markBlocked.`;
      return reject('Rejected', [{ condition: 'finding-given', detail }]);
    }
    const unmet = next === undefined ? [] : unmetByTurn(record, command.role, next);
    if (unmet.length > 0) return reject('Rejected', unmet);

    const noted = noteRole(command.role, current, command);
    if (next === undefined) return ok(noted);
    if (next === 'done') {
      return ok([...noted, { type: 'role-completed', role: command.role, completed_at: env.now }]);
    }
    return ok([...noted, ...startRole(record, command.role)]);
  });
}

/** What speaks against setting a status by hand, in place of a turn. */
function unmetByTurn(record: RolesRecord, role: string, next: RoleStatus): readonly Unmet[] {
  const { status = 'pending', blocking_findings = [] } = record.coordination[role] ?? {};
  if (status === 'blocked') {
    const detail = `${role} is blocked: ${blocking_findings.join('; ')}. Resolve that, then start its turn, which clears the findings.`;
    return [{ condition: 'not-blocked', detail }];
  }
  const edge = unmetEdge(role, status, next);
  if (edge.length > 0) return edge;
  if (next === 'done') return [];
  return unmetByOthers(record, role).filter(({ condition }) => condition === 'previous-role-unblocked');
}

/** Adds a finding and blocks the role; a role that is blocked already gets one more. */
export function decideBlock(record: RolesRecord, command: CommandOf<'block-role'>): Decision {
  return findRole(record, command.role).andThen((current): Decision => {
    if (current.blocking_findings.includes(command.finding)) return ok([]);
    const unmet = current.status === 'blocked' ? [] : unmetEdge(command.role, current.status, 'blocked');
    if (unmet.length > 0) return reject('Rejected', unmet);
    return ok([{ type: 'role-blocked', role: command.role, finding: command.finding }]);
  });
}

/** Opens a role's turn: it may start, nobody else is at work, and the role before it has handed off. */
export function decideStartTurn(record: RolesRecord, command: CommandOf<'start-turn'>): Decision {
  return findRole(record, command.role).andThen((current): Decision => {
    const unmet = [...unmetEdge(command.role, current.status, 'in_progress'), ...unmetByOthers(record, command.role)];
    if (unmet.length > 0) return reject('Rejected', unmet);
    return ok([...noteRole(command.role, current, command), ...startRole(record, command.role)]);
  });
}

/** Closes a role's turn, and records what its QA came to. */
export function decideHandOff(record: EvidenceRecord, command: CommandOf<'hand-off'>, env: DecideEnv): HandOffDecision {
  return findRole(record, command.role).andThen((current): HandOffDecision => {
    const { role, snapshot, qa, qaRun } = command;
    const recorded: HandOffDecision =
      qaRun !== undefined
        ? decideQa(record, { type: 'record-qa-run', role, ...qaRun }, env)
        : qa !== undefined
          ? decideQa(record, { type: 'record-qa', role, ...qa }, env)
          : ok([]);
    const unmet = unmetEdge(role, current.status, 'done');
    if (unmet.length > 0) return reject('Rejected', [...unmet, ...unmetBy(recorded)]);
    const taken: readonly RoleEvent[] = snapshot === undefined ? [] : [{ type: 'snapshot-taken', role, snapshot }];
    return recorded.map((events) => [...events, ...taken, { type: 'role-completed', role, completed_at: env.now }]);
  });
}

function unmetBy(decision: HandOffDecision): readonly Unmet[] {
  return decision.isErr() ? decision.error.data.unmet : [];
}

/** What the other roles have to say against a turn of `role`. */
function unmetByOthers(record: RolesRecord, role: string): readonly Unmet[] {
  const unmet: Unmet[] = record.roles
    .filter((other) => other !== role && record.coordination[other]?.status === 'in_progress')
    .map((other) => ({
      condition: 'no-other-turn-open',
      detail: `${other} is still at work, and edits could not be told apart. Wait for its hand-off.`,
    }));
  const { previous } = roleOrder(record, role);
  const status = previous === undefined ? undefined : record.coordination[previous]?.status;
  if (previous !== undefined && (status === 'pending' || status === 'blocked')) {
    unmet.push({
      condition: status === 'blocked' ? 'previous-role-unblocked' : 'previous-role-done',
      detail: `${role} works on what ${previous} hands over, and ${previous} is ${status}. Finish that turn first.`,
    });
  }
  return unmet;
}

/** Starts a role. Whoever comes after it and was done saw an older state, so that has to be looked at again. */
function startRole(record: RolesRecord, role: string): readonly RoleEvent[] {
  const outdated = roleOrder(record, role).later.filter((later) => record.coordination[later]?.status === 'done');
  return [
    { type: 'role-started', role },
    ...outdated.map((later): RoleEvent => ({ type: 'role-reset', role: later, because: role })),
  ];
}

function noteRole(
  role: string,
  current: Coordination,
  given: { readonly qaLogPath?: string | null | undefined; readonly sessionId?: string | null | undefined },
): readonly RoleEvent[] {
  const qa_log_path = given.qaLogPath === undefined ? current.qa_log_path : given.qaLogPath;
  const session_id = given.sessionId === undefined ? current.session_id : given.sessionId;
  const same = qa_log_path === current.qa_log_path && session_id === current.session_id;
  return same ? [] : [{ type: 'role-noted', role, qa_log_path, session_id }];
}

function unmetEdge(role: string, from: RoleStatus, to: RoleStatus): readonly Unmet[] {
  if (STATUS_EDGES[from].includes(to)) return [];
  const detail =
    from === 'in_progress' && to === from
      ? `${role} has an open turn already: it goes on, or hands off.`
      : from === 'pending' && to === 'done'
        ? `${role} has no open turn: it starts first.`
        : `${role} is ${from} and cannot become ${to}; from here it goes to ${STATUS_EDGES[from].join(' or ')}.`;
  return [{ condition: 'status-edge', detail }];
}
