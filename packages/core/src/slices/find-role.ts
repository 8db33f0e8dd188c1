import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import type { Coordination } from './coordination.ts';
import type { RolesRecord } from './roles.ts';
import { ok, type Result } from '../result/result.ts';

/** The coordination state of a role, or `InvalidInput` that names the roles there are. */
export function findRole(record: RolesRecord, role: string): Result<Coordination, DecideError> {
  const found = Object.hasOwn(record.coordination, role) ? record.coordination[role] : undefined;
  if (found !== undefined) return ok(found);
  const detail = `${record.task_id} has no role ${JSON.stringify(role.slice(0, 60))}. Its roles are ${record.roles.join(', ')}.`;
  return reject('InvalidInput', [{ condition: 'role-known', detail }]);
}
