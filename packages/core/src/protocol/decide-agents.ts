import type { Decision } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import { ok } from '../result/result.ts';
import type { ProtocolView } from './guard.ts';
import type { ProtocolCommandOf } from './protocol-command.ts';
import type { ProtocolAgent, ProtocolSection } from './protocol-section.ts';
import { rejectState } from './reject-state.ts';

type AgentCommand = ProtocolCommandOf<
  'select-agents' | 'record-worktree' | 'invoke-agent' | 'complete-agent' | 'fail-agent' | 'record-decision'
>;

const INVOKABLE = ['REQUIREMENTS', 'SYNTHESIS', 'IMPLEMENTATION', 'VALIDATION', 'REVIEW', 'SCOPE_NEGOTIATION'] as const;

/** The decisions about agents, by command. */
export const AGENT_DECISIONS: {
  readonly [Type in AgentCommand['type']]: (view: ProtocolView, command: ProtocolCommandOf<Type>) => Decision;
} = {
  'select-agents': ({ protocol }, { type, agents }) => {
    const kinds = agents.map(({ name, kind }) => ({
      name,
      kind: kind ?? (name.endsWith('-updater') ? ('updater' as const) : ('reviewer' as const)),
    }));
    return rejectState(protocol, type, ['INIT', 'CLASSIFIED']) ?? ok([{ type: 'agents-selected', agents: kinds }]);
  },
  'record-worktree': ({ protocol }, { agent, worktree }) => {
    if (agent !== null && !Object.hasOwn(protocol.agents, agent)) return rejectAgent(protocol, agent);
    const known = agent === null ? protocol.worktree : protocol.agents[agent]?.worktree;
    return ok(known === worktree ? [] : [{ type: 'worktree-recorded', agent, worktree }]);
  },
  'invoke-agent': ({ protocol }, { type, agent }) =>
    rejectState(protocol, type, INVOKABLE) ?? withAgent(protocol, agent, () => ok([{ type: 'agent-invoked', agent }])),
  'complete-agent': ({ protocol }, { agent, report, workRemaining }) =>
    withAgent(protocol, agent, ({ status }) => {
      if (status !== 'invoked') return rejectUninvoked(agent, status);
      const phase = protocol.state === 'REQUIREMENTS' ? 'requirements' : 'work';
      return ok([{ type: 'agent-completed', agent, phase, report, remaining: workRemaining }]);
    }),
  'fail-agent': ({ protocol }, { agent, message }) =>
    withAgent(protocol, agent, ({ status }) => {
      if (status !== 'invoked') return rejectUninvoked(agent, status);
      return ok([{ type: 'agent-failed', agent, message }]);
    }),
  'record-decision': (view, command) =>
    rejectState(view.protocol, command.type, ['IMPLEMENTATION', 'REVIEW']) ??
    withAgent(view.protocol, command.agent, (found) => decideReview(view, command, found)),
};

function decideReview(
  { protocol: { state }, facts: { content } }: ProtocolView,
  { agent, verdict, note }: ProtocolCommandOf<'record-decision'>,
  found: ProtocolAgent,
): Decision {
  if (found.kind !== 'reviewer') {
    const detail = `${agent} changes files, so it cannot judge them. Ask a reviewer.`;
    return reject('Rejected', [{ condition: 'reviewer', detail }]);
  }
  if (found.status !== 'invoked') return rejectUninvoked(agent, found.status);
  if (content === null) return rejectUnknownContent();
  return ok([{ type: 'agent-decided', agent, decision: { verdict, covers: content, state, note } }]);
}

/** Refuses to record something about a content that nobody looked at. */
export function rejectUnknownContent(): Decision {
  const detail = 'Nobody looked at the content, so nothing can be said about it. Go through createTaskProtocol.';
  return reject('Rejected', [{ condition: 'content-known', detail }]);
}

function withAgent(protocol: ProtocolSection, agent: string, then: (found: ProtocolAgent) => Decision): Decision {
  const found = Object.hasOwn(protocol.agents, agent) ? protocol.agents[agent] : undefined;
  return found === undefined ? rejectAgent(protocol, agent) : then(found);
}

function rejectAgent(protocol: ProtocolSection, agent: string): Decision {
  const known = Object.keys(protocol.agents).join(', ') || 'nobody yet';
  const detail = `The task has no agent ${agent}. Its agents are ${known}.`;
  return reject('InvalidInput', [{ condition: 'agent-known', detail }]);
}

function rejectUninvoked(agent: string, status: ProtocolAgent['status']): Decision {
  const detail = `${agent} is ${status}, not invoked. Invoke it first.`;
  return reject('Rejected', [{ condition: 'agent-invoked', detail }]);
}
