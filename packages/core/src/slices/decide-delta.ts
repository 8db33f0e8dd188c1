import { match } from 'ts-pattern';
import { findRole } from './find-role.ts';
import type { Decision } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { TaskRecord } from '../machine/task-record.ts';
import { ok } from '../result/result.ts';
import type { DeltaCommand } from './delta-command.ts';

/** The chain of trees' part of `decide`. */
export function decideDelta(record: TaskRecord, command: DeltaCommand): Decision {
  return findRole(record, command.role).andThen((current): Decision =>
    match(command)
      .with({ type: 'record-snapshot' }, ({ role, snapshot }): Decision => {
        if (current.status === 'in_progress') return ok([{ type: 'snapshot-taken', role, snapshot }]);
        const detail = `${role} is ${current.status}: only a role at work takes a snapshot. Start its turn first.`;
        return reject('Rejected', [{ condition: 'turn-open', detail }]);
      })
      .with({ type: 'record-drift' }, ({ role, report, checks, files }): Decision => {
        return ok([{ type: 'drift-detected', role, report, checks, files }]);
      })
      .with({ type: 'resolve-drift' }, ({ role, note, accepted }): Decision => {
        if (current.drift_budget > 0) return ok([{ type: 'drift-resolved', role, note, accepted }]);
        const detail = `There is no unresolved drift against the hand-off of ${role}: only a failed verify, or a start that was refused for it, is counted.`;
        return reject('Rejected', [{ condition: 'drift-unresolved', detail }]);
      })
      .exhaustive(),
  );
}
