import type { Decision } from '../section/protocol-record.ts';
import { ok, reject } from '@batonkit/core';
import { addRoles } from './add-roles.ts';
import { ADDITION_STATES } from '../agents/agent-additions.ts';
import { rejectingIn } from '../section/agents-of.ts';
import { unmetByCommand } from '../guards/command-guards.ts';
import type { ProtocolView } from '../guards/guard.ts';
import { kindOf } from '../agents/kind-of.ts';
import type { ProtocolTable } from '../guards/protocol-table.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import { rejectState } from './reject-state.ts';

/** Lets an agent join after the selection: early enough, with a reason, and not to outvote somebody who rejected. */
export function decideAddition(
  view: ProtocolView,
  command: ProtocolCommandOf<'add-agent'>,
  { commands }: ProtocolTable,
): Decision {
  const { protocol, env } = view;
  const { agent, justification } = command;
  const refused = rejectState(protocol, command.type, ADDITION_STATES);
  if (refused !== null) return refused;
  const unmet = unmetByCommand(commands['add-agent'], view, command);
  if (unmet.length > 0) return reject('Rejected', unmet);
  const known = protocol.agents[agent];
  const kind = command.kind ?? known?.kind ?? kindOf(agent);
  const rejected_by = rejectingIn(protocol)
    .slice(0, 20)
    .map(([name]) => name);
  const joined = { added_at_state: protocol.state, at: env.now, by: env.actor };
  const addition = { agent, ...joined, justification, rejected_by };
  return ok([
    ...addRoles(view.record, [agent]),
    { type: 'agent-added', addition, kind, worktree: command.worktree ?? known?.worktree ?? null },
  ]);
}
