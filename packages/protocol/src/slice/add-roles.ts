import type { ProtocolRecord, DecidedEvent } from '../section/protocol-record.ts';

/** Under the protocol every agent is a role too, and the states say who is next. No event when all of them are known as such. */
export function addRoles({ any_order }: ProtocolRecord, agents: readonly string[]): readonly DecidedEvent[] {
  const names = [...new Set(agents)];
  return names.every((name) => any_order.includes(name)) ? [] : [{ type: 'roles-added', roles: names }];
}
