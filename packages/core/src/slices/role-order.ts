import type { TaskRecord } from '../machine/task-record.ts';

/**
 * The role whose hand-off a role works on, and the roles that look at what it leaves. Roles go in the order of the record; the agents of a
 * task under the protocol go in any order, because there the states say who is next.
 */
export function roleOrder(
  record: TaskRecord,
  role: string,
): { readonly previous: string | undefined; readonly later: readonly string[] } {
  if (record.protocol !== null && Object.hasOwn(record.protocol.agents, role))
    return { previous: undefined, later: [] };
  const index = record.roles.indexOf(role);
  return { previous: record.roles[index - 1], later: record.roles.slice(index + 1) };
}
