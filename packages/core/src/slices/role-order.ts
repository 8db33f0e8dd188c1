import type { RolesRecord } from './roles.ts';

/**
 * The role whose hand-off a role works on, and the roles that look at what it leaves. Roles go in the order of the record, but for those that
 * start in any order.
 */
export function roleOrder(
  record: RolesRecord,
  role: string,
): { readonly previous: string | undefined; readonly later: readonly string[] } {
  if (record.any_order.includes(role)) return { previous: undefined, later: [] };
  const index = record.roles.indexOf(role);
  return { previous: record.roles[index - 1], later: record.roles.slice(index + 1) };
}
