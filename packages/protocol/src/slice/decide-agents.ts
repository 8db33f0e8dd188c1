import type { Decision } from '../section/protocol-record.ts';
import { ok, reject } from '@batonkit/core';
import type { AgentStatus, ProtocolAgent } from '../section/agent-section.ts';
import { decideRecovery, isAtWork } from '../agents/agent-timing.ts';
import { addRoles } from './add-roles.ts';
import { unmetByCommand } from '../guards/command-guards.ts';
import type { ProtocolView } from '../guards/guard.ts';
import { kindOf } from '../agents/kind-of.ts';
import type { ProtocolTable } from '../guards/protocol-table.ts';
import type { ProtocolCommandOf } from '../section/protocol-command.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import { rejectState } from './reject-state.ts';
import { findAtWork, unmetByPerson } from '../approval/why-not-a-person.ts';

type AgentCommand = ProtocolCommandOf<
  'select-agents' | 'record-worktree' | 'invoke-agent' | 'report-status' | 'complete-agent' | 'fail-agent'
>;

const INVOKABLE = ['REQUIREMENTS', 'SYNTHESIS', 'IMPLEMENTATION', 'VALIDATION', 'REVIEW', 'SCOPE_NEGOTIATION'] as const;
const RUNNING: ReadonlySet<AgentStatus> = new Set(['working', 'in_progress', 'merging']);

/** The decisions about agents and what they report, by command. */
export const AGENT_DECISIONS: {
  readonly [Type in AgentCommand['type']]: (
    view: ProtocolView,
    command: ProtocolCommandOf<Type>,
    table: ProtocolTable,
  ) => Decision;
} = {
  'select-agents': decideSelection,
  'record-worktree': ({ protocol }, { agent, worktree, path }) => {
    if (agent !== null && !Object.hasOwn(protocol.agents, agent)) return rejectAgent(protocol, agent);
    const known = agent === null ? protocol.worktree : protocol.agents[agent]?.worktree;
    return ok(
      known === worktree
        ? []
        : [{ type: 'worktree-recorded', agent, worktree, ...(path === undefined ? {} : { path }) }],
    );
  },
  'invoke-agent': (view, command, table) =>
    rejectState(view.protocol, command.type, INVOKABLE) ??
    withAgent(view.protocol, command.agent, (found) => decideInvocation(view, command, table, found)),
  'report-status': ({ protocol, env }, { agent, status, workRemaining, blockedBy }) =>
    withAgent(protocol, agent, (found) => {
      if (!isAtWork(found)) return rejectIdle(agent, found.status);
      if (status === 'blocked' && blockedBy === null) {
        const detail = `${agent} is blocked, and nobody says by what. Pass blockedBy.`;
        return reject('InvalidInput', [{ condition: '/blockedBy', detail }]);
      }
      const said = { status, work_remaining: workRemaining, blocked_by: blockedBy };
      return ok([{ type: 'agent-status-reported', agent, at: env.now, ...said }]);
    }),
  'complete-agent': ({ protocol, env }, { agent, report, workRemaining, unchanged }) =>
    withRunning(protocol, agent, ({ kind, requirements }) => {
      // A reviewer that joined later catches up first: its first report is its requirements, wherever the task is.
      const isFirst = kind === 'reviewer' && requirements === null;
      const phase = protocol.state === 'REQUIREMENTS' || isFirst ? 'requirements' : 'work';
      const said = { phase, report, work_remaining: workRemaining, unchanged } as const;
      return ok([{ type: 'agent-completed', agent, at: env.now, ...said }]);
    }),
  'fail-agent': ({ protocol, env }, { agent, message, errorClass }) =>
    withAgent(protocol, agent, (found) =>
      isAtWork(found)
        ? ok([{ type: 'agent-failed', agent, at: env.now, message, error_class: errorClass }])
        : rejectIdle(agent, found.status),
    ),
};

function decideSelection(
  view: ProtocolView,
  command: ProtocolCommandOf<'select-agents'>,
  { commands }: ProtocolTable,
): Decision {
  const refused = rejectState(view.protocol, command.type, ['INIT', 'CLASSIFIED']);
  if (refused !== null) return refused;
  const unmet = unmetByCommand(commands['select-agents'], view, command);
  if (unmet.length > 0) return reject('Rejected', unmet);
  const agents = command.agents.map(({ name, kind }) => ({ name, kind: kind ?? kindOf(name) }));
  const names = agents.map(({ name }) => name);
  return ok([...addRoles(view.record, names), { type: 'agents-selected', agents }]);
}

function decideInvocation(
  view: ProtocolView,
  command: ProtocolCommandOf<'invoke-agent'>,
  { commands }: ProtocolTable,
  found: ProtocolAgent,
): Decision {
  const unmet = unmetByCommand(commands['invoke-agent'], view, command);
  if (unmet.length > 0) return reject('Rejected', unmet);
  const { agent, scope, confirmedBy } = command;
  const { now, actor } = view.env;
  const { names } = findAtWork(view.record, view.facts.workers);
  const unconfirmed =
    confirmedBy === null ? null : unmetByPerson(confirmedBy, [...names, actor], `${agent} is to be tried once more`);
  if (unconfirmed !== null) return reject('Rejected', [unconfirmed]);
  const isRetry = decideRecovery(found, now) !== 'wait';
  const isSameRound = isRetry || isAtWork(found);
  const invocation = {
    at: now,
    scope,
    round: found.round + (view.protocol.state === 'IMPLEMENTATION' && !isSameRound ? 1 : 0),
    retries: confirmedBy !== null ? 0 : isRetry ? found.retries + 1 : isSameRound ? found.retries : 0,
    confirmed_by: confirmedBy,
  };
  return ok([{ type: 'agent-invoked', agent, ...invocation }]);
}

/** Refuses to record something about a content that nobody looked at. */
export function rejectUnknownContent(): Decision {
  const detail = 'Nobody looked at the content, so nothing can be said about it. Go through createTaskProtocol.';
  return reject('Rejected', [{ condition: 'content-known', detail }]);
}

/** Goes on with an agent of the task that is at work. */
export function withRunning(
  protocol: ProtocolSection,
  agent: string,
  then: (found: ProtocolAgent) => Decision,
): Decision {
  return withAgent(protocol, agent, (found) =>
    isAtWork(found) && RUNNING.has(found.status) ? then(found) : rejectIdle(agent, found.status),
  );
}

/** Goes on with an agent of the task. */
export function withAgent(
  protocol: ProtocolSection,
  agent: string,
  then: (found: ProtocolAgent) => Decision,
): Decision {
  const found = Object.hasOwn(protocol.agents, agent) ? protocol.agents[agent] : undefined;
  return found === undefined ? rejectAgent(protocol, agent) : then(found);
}

function rejectAgent(protocol: ProtocolSection, agent: string): Decision {
  const known = Object.keys(protocol.agents).join(', ') || 'nobody yet';
  const detail = `The task has no agent ${agent}. Its agents are ${known}.`;
  return reject('InvalidInput', [{ condition: 'agent-known', detail }]);
}

function rejectIdle(agent: string, status: AgentStatus): Decision {
  const detail = `${agent} is ${status}, not at work. Invoke it first.`;
  return reject('Rejected', [{ condition: 'agent-invoked', detail }]);
}
