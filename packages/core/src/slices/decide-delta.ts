import { findRole } from './find-role.ts';
import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import { ok, type Result } from '../result/result.ts';
import type { DeltasRecord, DeltasTypes } from './deltas.ts';
import type { RolesTypes } from './roles.ts';

type DeltaDecision = Result<readonly (RolesTypes['event'] | DeltasTypes['event'])[], DecideError>;

/** The chain of trees' part of `decide`. */
export function decideDelta(record: DeltasRecord, command: DeltasTypes['command']): DeltaDecision {
  return findRole(record, command.role).andThen((current): DeltaDecision => {
    if (command.type === 'record-snapshot') {
      const { role, snapshot } = command;
      if (current.status === 'in_progress') return ok([{ type: 'snapshot-taken', role, snapshot }]);
      const detail = `${role} is ${current.status}: only a role at work takes a snapshot. Start its turn first.`;
      return reject('Rejected', [{ condition: 'turn-open', detail }]);
    }
    if (command.type === 'record-drift') {
      const { role, report, checks, files } = command;
      return ok([{ type: 'drift-detected', role, report, checks, files }]);
    }
    if (command.type === 'clear-drift') {
      const { drift_budget: failed } = current;
      return ok(failed === 0 ? [] : [{ type: 'drift-cleared', role: command.role, failed }]);
    }
    if (command.type === 'keep-snapshot') {
      const { role, snapshot } = command;
      return ok([{ type: 'snapshot-kept', name: `foreign-${record.named_snapshots.length + 1}`, role, snapshot }]);
    }
    const { role, note, accepted } = command;
    if (current.drift_budget > 0) return ok([{ type: 'drift-resolved', role, note, accepted }]);
    const detail = `There is no unresolved drift against the hand-off of ${role}: only a failed verify, or a start that was refused for it, is counted.`;
    return reject('Rejected', [{ condition: 'drift-unresolved', detail }]);
  });
}
