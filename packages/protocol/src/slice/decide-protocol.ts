import { ok, reject } from '@batonkit/core';
import type { ProtocolEnv, Decision, ProtocolRecord } from '../section/protocol-record.ts';
import { findViolations } from '../guards/compliance-checks.ts';
import { decideAddition } from './decide-addition.ts';
import { decideAgentMerge } from './decide-agent-merge.ts';
import { AGENT_DECISIONS, rejectUnknownContent } from './decide-agents.ts';
import { decideApprove, decideChanges, decidePresent } from './decide-checkpoint.ts';
import { decideLanded, decideMerge } from './decide-landing.ts';
import { decideLockMain, decideUnlockMain } from './decide-main-lock.ts';
import { decideClaim, decideRelease, decideTakeOver } from './decide-ownership.ts';
import { REVIEW_DECISIONS } from './decide-review.ts';
import { decideStep } from './decide-step.ts';
import { viewOf, type ProtocolView } from '../guards/guard.ts';
import { PROTOCOL_TABLE, type ProtocolTable } from '../guards/protocol-table.ts';
import { unowned } from './owner-fence.ts';
import type { ProtocolCommand, ProtocolCommandOf } from '../section/protocol-command.ts';
import { rejectState } from './reject-state.ts';
import { VARIANTS } from '../states/state-path.ts';
import { voidApprovals } from './void-approvals.ts';
import { ATTESTABLE } from '../section/attestable.ts';

type FreeCommand = ProtocolCommandOf<'claim-task' | 'take-over-task' | 'lock-main' | 'unlock-main'>;
type OwnerCommand = Exclude<ProtocolCommand, FreeCommand>;

// Looked up rather than matched: a decision is made for every step of every agent, and there are two dozen commands.
const FREE_DECISIONS: {
  readonly [Type in FreeCommand['type']]: (
    record: ProtocolRecord,
    command: ProtocolCommandOf<Type>,
    env: ProtocolEnv,
  ) => Decision;
} = {
  'claim-task': decideClaim,
  'take-over-task': decideTakeOver,
  'lock-main': decideLockMain,
  'unlock-main': (record, _command, env) => decideUnlockMain(record, env),
};

const OWNER_DECISIONS: {
  readonly [Type in OwnerCommand['type']]: (
    view: ProtocolView,
    command: ProtocolCommandOf<Type>,
    table: ProtocolTable,
  ) => Decision;
} = {
  ...AGENT_DECISIONS,
  ...REVIEW_DECISIONS,
  'add-agent': decideAddition,
  'merge-agent': decideAgentMerge,
  'release-task': ({ env }) => decideRelease(env),
  'classify-task': ({ protocol }, { type, ...said }, table) => {
    const variant = VARIANTS[said.level];
    if (said.variant !== undefined && said.variant !== variant) {
      const detail = `${said.level} goes with ${variant}, not with ${said.variant}.`;
      return reject('InvalidInput', [{ condition: '/variant', detail }]);
    }
    const risk = { ...said, variant, path: [...table.path(said.level, said.change_kind)] };
    const voided = voidApprovals(protocol, type, 'approvals');
    return rejectState(protocol, type, ['INIT', 'CLASSIFIED']) ?? ok([{ type: 'task-classified', risk }, ...voided]);
  },
  'record-plan': ({ protocol }, { type, plan }) =>
    rejectState(protocol, type, ['INIT', 'CLASSIFIED', 'REQUIREMENTS', 'SYNTHESIS']) ??
    ok([{ type: 'plan-recorded', plan }]),
  attest: decideAttestation,
  'record-activity': (_view, { activity, agent, paths, commit, note }) =>
    ok([{ type: 'activity-recorded', activity, agent, paths, commit, note }]),
  'record-merge': decideMerge,
  'land-task': decideLanded,
  'present-checkpoint': decidePresent,
  'approve-checkpoint': decideApprove,
  'request-changes': decideChanges,
  'check-compliance': (view) => {
    const { protocol, env } = view;
    const violations = findViolations(view);
    const verdict = violations.length === 0 ? 'PASSED' : 'FAILED';
    const checked = {
      state: protocol.state,
      entry: protocol.counts.transitions,
      verdict,
      violations,
      at: env.now,
    } as const;
    return ok([{ type: 'state-audited', audit: { ...checked, by: env.actor } }]);
  },
  advance: (view, { to }, table) => decideStep(view, { trigger: 'advance', to, note: null, reason: null }, table),
  return: (view, { because, to, note }, table) =>
    decideStep(view, { trigger: because === 'advance' ? '' : because, to, note, reason: null }, table),
  abandon: (view, { reason, note }, table) =>
    decideStep(view, { trigger: 'abandon', to: 'CLEANUP', note, reason }, table).map((events) => [
      { type: 'task-abandoned', abandonment: { reason, note, by: view.env.actor, at: view.env.now } },
      ...events,
    ]),
};

/** A decision for each command of the protocol, by a table. */
export function createDecisions(table: ProtocolTable): {
  readonly [Type in ProtocolCommand['type']]: (
    record: ProtocolRecord,
    command: ProtocolCommandOf<Type>,
    env: ProtocolEnv,
  ) => Decision;
} {
  const decide = (record: ProtocolRecord, command: ProtocolCommand, env: ProtocolEnv): Decision =>
    decideProtocol(record, command, env, table);
  return Object.fromEntries(listProtocolCommands().map((type) => [type, decide])) as ReturnType<typeof createDecisions>;
}

/** The names of the commands that {@link decideProtocol} decides. */
export function listProtocolCommands(): readonly string[] {
  return [...Object.keys(FREE_DECISIONS), ...Object.keys(OWNER_DECISIONS)];
}

/** True for the commands that {@link decideProtocol} decides. */
export function isProtocolCommand(command: { readonly type: string }): command is ProtocolCommand {
  return Object.hasOwn(FREE_DECISIONS, command.type) || Object.hasOwn(OWNER_DECISIONS, command.type);
}

/** The protocol's part of `decide`, for a session that the fence let pass. Pure; the table is an argument, so that it can be another one. */
export function decideProtocol(
  record: ProtocolRecord,
  command: ProtocolCommand,
  env: ProtocolEnv,
  table: ProtocolTable = PROTOCOL_TABLE,
): Decision {
  if (isFree(command)) {
    const decide = FREE_DECISIONS[command.type] as (
      record: ProtocolRecord,
      command: FreeCommand,
      env: ProtocolEnv,
    ) => Decision;
    return decide(record, command, env);
  }
  const { protocol } = record;
  // A person takes an approval back although nobody owns the task at the moment.
  const needsOwner = command.type !== 'request-changes';
  if (protocol === null || (needsOwner && protocol.owner === null)) return reject('NotOwner', [unowned(record)]);
  const decide = OWNER_DECISIONS[command.type] as (
    view: ProtocolView,
    command: OwnerCommand,
    table: ProtocolTable,
  ) => Decision;
  return decide(viewOf(record, protocol, env, table === PROTOCOL_TABLE ? undefined : table), command, table);
}

function isFree(command: ProtocolCommand): command is FreeCommand {
  return Object.hasOwn(FREE_DECISIONS, command.type);
}

/** Takes somebody's word for a condition, about the plan or the content as it is now. */
function decideAttestation(view: ProtocolView, { condition, note }: ProtocolCommandOf<'attest'>): Decision {
  const { protocol, env, facts } = view;
  const { state, about } = ATTESTABLE[condition];
  const refused = rejectState(protocol, condition, [state]);
  if (refused !== null) return refused;
  const covers = about === 'plan' ? (protocol.plan?.sha ?? null) : about === 'content' ? facts.content : null;
  if (about === 'content' && covers === null) return rejectUnknownContent();
  const attestation = { covers, by: env.actor, at: env.now, note };
  return ok([{ type: 'condition-attested', condition, attestation }]);
}
