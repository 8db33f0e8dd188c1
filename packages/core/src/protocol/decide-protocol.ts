import { match, P } from 'ts-pattern';
import type { DecideEnv } from '../record/decide-env.ts';
import type { Decision } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { ok } from '../result/result.ts';
import { findViolations } from './compliance-checks.ts';
import { decideAgents } from './decide-agents.ts';
import { decideAttestation, decideMerge } from './decide-attestation.ts';
import { decideCheckpoint } from './decide-checkpoint.ts';
import { decideLockMain, decideUnlockMain } from './decide-main-lock.ts';
import { decideClaim, decideRelease, decideTakeOver, unmetByOwner } from './decide-ownership.ts';
import { decideStep } from './decide-step.ts';
import { viewOf } from './guard.ts';
import { MACHINE, type Machine } from './machine.ts';
import type { ProtocolCommand } from './protocol-command.ts';
import { rejectState } from './reject-state.ts';
import { statePath } from './state-path.ts';

type OwnerCommand = Exclude<
  ProtocolCommand,
  { type: 'claim-task' | 'take-over-task' | 'lock-main' | 'unlock-main' }
>;

/** The protocol's part of `decide`. Pure; the machine is an argument so that tests can plant mistakes in it. */
export function decideProtocol(
  record: TaskRecord,
  command: ProtocolCommand,
  env: DecideEnv,
  machine: Machine = MACHINE,
): Decision {
  return match(command)
    .with({ type: 'claim-task' }, (claim) => decideClaim(record, claim, env))
    .with({ type: 'take-over-task' }, (takeOver) => decideTakeOver(record, takeOver, env))
    .with({ type: 'lock-main' }, (lock) => decideLockMain(record, lock, env))
    .with({ type: 'unlock-main' }, () => decideUnlockMain(record, env))
    .otherwise((owned) => decideAsOwner(record, owned, env, machine));
}

function decideAsOwner(record: TaskRecord, command: OwnerCommand, env: DecideEnv, machine: Machine): Decision {
  const { protocol } = record;
  const foreign = unmetByOwner(record, env.session);
  if (foreign.length > 0 || protocol === null) return reject('NotOwner', foreign);
  const view = viewOf(record, protocol, env);
  return match(command)
    .with({ type: 'release-task' }, () => decideRelease(env))
    .with({ type: 'classify-task' }, ({ level, variant, change_kind, reasons }): Decision => {
      const refused = rejectState(protocol, command.type, ['INIT', 'CLASSIFIED']);
      const risk = { level, variant, change_kind, reasons, path: statePath(level, change_kind) };
      return refused ?? ok([{ type: 'task-classified', risk }]);
    })
    .with({ type: 'record-plan' }, ({ plan }): Decision => {
      const refused = rejectState(protocol, command.type, ['INIT', 'CLASSIFIED', 'REQUIREMENTS', 'SYNTHESIS']);
      return refused ?? ok([{ type: 'plan-recorded', plan }]);
    })
    .with(
      {
        type: P.union(
          'select-agents',
          'record-worktree',
          'invoke-agent',
          'complete-agent',
          'fail-agent',
          'record-decision',
        ),
      },
      (agents) => decideAgents(protocol, agents, env),
    )
    .with({ type: 'attest' }, (attest) => decideAttestation(view, attest))
    .with({ type: 'record-activity' }, ({ activity, agent, paths, commit, note }) =>
      ok([{ type: 'activity-recorded', activity, agent, paths, commit, note } as const]),
    )
    .with({ type: 'record-merge' }, (merge) => decideMerge(view, merge))
    .with({ type: P.union('present-checkpoint', 'approve-checkpoint', 'request-changes') }, (checkpoint) =>
      decideCheckpoint(record, protocol, checkpoint, env, machine),
    )
    .with({ type: 'audit-state' }, (): Decision => {
      const violations = findViolations(view);
      const verdict = violations.length === 0 ? 'PASSED' : 'FAILED';
      const { state, counts } = protocol;
      const audit = { state, entry: counts.transitions, verdict, violations, at: env.now, by: env.actor } as const;
      return ok([{ type: 'state-audited', audit }]);
    })
    .with({ type: 'advance' }, ({ to }) =>
      decideStep(view, { trigger: 'advance', to, note: null, reason: null }, machine),
    )
    .with({ type: 'return' }, ({ because, to, note }) =>
      decideStep(view, { trigger: because === 'advance' ? '' : because, to, note, reason: null }, machine),
    )
    .with({ type: 'abandon' }, ({ reason, note }) =>
      decideStep(view, { trigger: 'abandon', to: 'CLEANUP', note, reason }, machine).map((events) => [
        { type: 'task-abandoned', abandonment: { reason, note, by: env.actor, at: env.now } } as const,
        ...events,
      ]),
    )
    .exhaustive();
}
