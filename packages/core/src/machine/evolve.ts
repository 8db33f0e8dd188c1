import { match } from 'ts-pattern';
import { ZERO_HASH } from '../audit/chain-anchor.ts';
import { evolveProtocol, followEvent, isProtocolEvent } from '../protocol/evolve-protocol.ts';
import type { ProtocolEvent } from '../protocol/protocol-event.ts';
import { keepQaRuns } from '../slices/keep-qa-runs.ts';
import { deepFreeze } from '../record/freeze.ts';
import type { TaskEvent } from './task-event.ts';
import { RECORD_VERSION, type Coordination, type TaskRecord } from './task-record.ts';
import { trustRecord } from './trusted-records.ts';

/** How many caller-named operations a record shows; the audit knows them all. */
const REMEMBERED_OPERATIONS = 32;

/**
 * The record after an event. Pure: everything but the audit anchor follows from the event alone, and the anchor
 * (`record.audit`) is set when the event is sealed into its audit entry.
 *
 * `context-initialized` starts a new life whatever went before. `context-purged` leaves the record as it last was: it is
 * the store that forgets it. Any other event without a record is a bug in the caller and throws.
 *
 * @example
 * ```ts
 * import { decide, defineTask, evolve, orThrow } from '@batonkit/core';
 *
 * const env = { now: '2026-11-16T09:00:00.000Z', actor: 'ada', session: null, facts: { head: null } };
 * const events = await orThrow(decide(null, {
 *   type: 'init-context',
 *   taskId: 'TASK-1',
 *   immutable: defineTask({ title: 'Fix login', description: 'It fails.' }),
 * }, env));
 * const record = events.reduce(evolve, null);
 * record?.coordination.implementer?.status; // => 'pending'
 * ```
 */
export function evolve(record: TaskRecord | null, event: TaskEvent): TaskRecord {
  if (event.type === 'context-initialized') return trustRecord(deepFreeze(newRecord(event)));
  if (record === null) throw new Error(`evolve: the event ${event.type} needs a record, and there is none.`);
  const next = isProtocolEvent(event)
    ? { ...withRoles(record, event), protocol: evolveProtocol(record, event) }
    : followEvent(record, changed(record, event), event);
  return trustRecord(deepFreeze(next));
}

const UNTOUCHED: Coordination = {
  status: 'pending',
  completed_at: null,
  qa_log_path: null,
  session_id: null,
  blocking_findings: [],
  worktree_snapshot: null,
  drift_budget: 0,
};

type EventOf<Type extends TaskEvent['type']> = Extract<TaskEvent, { type: Type }>;

function newRecord(event: EventOf<'context-initialized'>): TaskRecord {
  return {
    version: RECORD_VERSION,
    task_id: event.task_id,
    created_at: event.created_at,
    created_by: event.created_by,
    git: event.git,
    immutable: event.immutable,
    immutable_sha: event.immutable_sha,
    manifest_sha: event.manifest_sha,
    roles: event.roles,
    coordination: Object.fromEntries(event.roles.map((role) => [role, UNTOUCHED])),
    tree_chain: [],
    evidence: [],
    qa: { baseline: { status: 'pending' }, runs: [] },
    protocol: null,
    completion: null,
    operations: [],
    audit: { count: 0, head: ZERO_HASH, last_update: event.created_at, last_actor: event.created_by },
  };
}

function changed(
  record: TaskRecord,
  event: Exclude<TaskEvent, { type: 'context-initialized' } | ProtocolEvent>,
): TaskRecord {
  return match(event)
    .with({ type: 'role-started' }, ({ role }) =>
      withRole(record, role, { status: 'in_progress', completed_at: null, blocking_findings: [] }),
    )
    .with({ type: 'role-completed' }, ({ role, completed_at }) =>
      withRole(record, role, { status: 'done', completed_at }),
    )
    .with({ type: 'role-blocked' }, ({ role, finding }) =>
      withRole(record, role, {
        status: 'blocked',
        completed_at: null,
        blocking_findings: [...roleOf(record, role).blocking_findings, finding],
      }),
    )
    .with({ type: 'role-reset' }, ({ role }) => withRole(record, role, { status: 'pending', completed_at: null }))
    .with({ type: 'role-noted' }, ({ role, qa_log_path, session_id }) =>
      withRole(record, role, { qa_log_path, session_id }),
    )
    .with({ type: 'snapshot-taken' }, ({ role, snapshot }) => ({
      ...withRole(record, role, { worktree_snapshot: snapshot }),
      tree_chain: [...record.tree_chain, { role, outside: false, snapshot }],
    }))
    .with({ type: 'drift-detected' }, ({ role }) =>
      withRole(record, role, { drift_budget: roleOf(record, role).drift_budget + 1 }),
    )
    .with({ type: 'drift-resolved' }, ({ role, accepted }) => ({
      ...withRole(record, role, { drift_budget: 0 }),
      tree_chain:
        accepted === null ? record.tree_chain : [...record.tree_chain, { role, outside: true, snapshot: accepted }],
    }))
    .with({ type: 'evidence-attached' }, ({ evidence }) => ({ ...record, evidence: [...record.evidence, evidence] }))
    .with({ type: 'qa-baseline-recorded' }, ({ baseline }) => ({ ...record, qa: { ...record.qa, baseline } }))
    .with({ type: 'qa-run-recorded' }, ({ run }) => ({
      ...record,
      qa: { ...record.qa, runs: keepQaRuns([...record.qa.runs, run]) },
    }))
    .with({ type: 'context-rebuilt' }, ({ immutable, immutable_sha, manifest_sha, task_file_sha }) => ({
      ...record,
      immutable,
      immutable_sha,
      manifest_sha,
      git: { ...record.git, task_file_sha },
    }))
    .with({ type: 'task-completed' }, ({ completed_by, summary }) => ({
      ...record,
      completion: { completed_by, summary },
    }))
    .with({ type: 'operation-recorded' }, ({ operation }) => ({
      ...record,
      operations: [...record.operations, operation].slice(-REMEMBERED_OPERATIONS),
    }))
    .with({ type: 'context-purged' }, { type: 'secrets-forced' }, () => ({ ...record }))
    .exhaustive();
}

/** Under the protocol every agent is a role too. */
function withRoles(record: TaskRecord, event: ProtocolEvent): TaskRecord {
  if (event.type !== 'agents-selected' && event.type !== 'agent-added') return record;
  const names = event.type === 'agent-added' ? [event.addition.agent] : event.agents.map(({ name }) => name);
  const added = [...new Set(names)].filter((name) => !Object.hasOwn(record.coordination, name));
  if (added.length === 0) return record;
  return {
    ...record,
    roles: [...record.roles, ...added],
    coordination: { ...record.coordination, ...Object.fromEntries(added.map((name) => [name, UNTOUCHED])) },
  };
}

function withRole(record: TaskRecord, role: string, changes: Partial<Coordination>): TaskRecord {
  return { ...record, coordination: { ...record.coordination, [role]: { ...roleOf(record, role), ...changes } } };
}

function roleOf(record: TaskRecord, role: string): Coordination {
  const found = Object.hasOwn(record.coordination, role) ? record.coordination[role] : undefined;
  if (found === undefined) throw new Error(`evolve: the record has no role ${role}.`);
  return found;
}
