import type { Unmet } from '../record/rejection.ts';
import type { TaskRecord } from '../record/task-record.ts';

/** What unresolved drift has to say against going on. */
export function unmetByDrift(record: TaskRecord): readonly Unmet[] {
  return record.roles
    .filter((role) => (record.coordination[role]?.drift_budget ?? 0) > 0)
    .map((role) => ({
      condition: 'drift-resolved',
      detail: `The working tree differed from what ${role} handed off (${record.coordination[role]?.drift_budget ?? 0} failed verifications). Look at the difference, then record what became of it with resolveDrift.`,
    }));
}
