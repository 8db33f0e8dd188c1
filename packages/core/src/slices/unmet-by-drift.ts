import type { Unmet } from '../record/rejection.ts';
import type { RolesRecord } from './roles.ts';

/** What unresolved drift has to say against going on. */
export function unmetByDrift(record: Pick<RolesRecord, 'roles' | 'coordination'>): readonly Unmet[] {
  return record.roles
    .map((role) => ({ role, failed: record.coordination[role]?.drift_budget ?? 0 }))
    .filter(({ failed }) => failed > 0)
    .map(({ role, failed }) => ({
      condition: 'drift-resolved',
      detail: `The working tree differed from what ${role} handed off (failed verifications: ${failed}). Look at the difference, then record what became of it with resolveDrift; if it went away by itself, verify clears it.`,
    }));
}
