import { match } from 'ts-pattern';
import type { DecideEnv } from '../record/decide-env.ts';
import type { Decision } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import { ok } from '../result/result.ts';
import { UNKNOWN_FACTS } from './protocol-facts.ts';
import type { ProtocolCommandOf } from './protocol-command.ts';
import type { ProtocolAgent, ProtocolSection } from './protocol-section.ts';
import { rejectState } from './reject-state.ts';

type AgentCommand = ProtocolCommandOf<
  'select-agents' | 'record-worktree' | 'invoke-agent' | 'complete-agent' | 'fail-agent' | 'record-decision'
>;

const INVOKABLE = [
  'REQUIREMENTS',
  'SYNTHESIS',
  'IMPLEMENTATION',
  'VALIDATION',
  'REVIEW',
  'SCOPE_NEGOTIATION',
] as const;

/** The agents' part of the protocol's `decide`. */
export function decideAgents(protocol: ProtocolSection, command: AgentCommand, env: DecideEnv): Decision {
  return match(command)
    .with({ type: 'select-agents' }, ({ agents }): Decision => {
      const refused = rejectState(protocol, command.type, ['INIT', 'CLASSIFIED']);
      if (refused !== null) return refused;
      const kinds = agents.map(({ name, kind }) => ({
        name,
        kind: kind ?? (name.endsWith('-updater') ? ('updater' as const) : ('reviewer' as const)),
      }));
      return ok([{ type: 'agents-selected', agents: kinds }]);
    })
    .with({ type: 'record-worktree' }, ({ agent, worktree }): Decision => {
      if (agent !== null && !Object.hasOwn(protocol.agents, agent)) return rejectAgent(protocol, agent);
      const known = agent === null ? protocol.worktree : protocol.agents[agent]?.worktree;
      return ok(known === worktree ? [] : [{ type: 'worktree-recorded', agent, worktree }]);
    })
    .with({ type: 'invoke-agent' }, ({ agent }): Decision => {
      const refused = rejectState(protocol, command.type, INVOKABLE);
      return refused ?? withAgent(protocol, agent, () => ok([{ type: 'agent-invoked', agent }]));
    })
    .with({ type: 'complete-agent' }, ({ agent, report, workRemaining }): Decision =>
      withAgent(protocol, agent, ({ status }): Decision => {
        if (status !== 'invoked') return rejectUninvoked(agent, status);
        const phase = protocol.state === 'REQUIREMENTS' ? 'requirements' : 'work';
        return ok([{ type: 'agent-completed', agent, phase, report, remaining: workRemaining }]);
      }),
    )
    .with({ type: 'fail-agent' }, ({ agent, message }): Decision =>
      withAgent(protocol, agent, ({ status }): Decision => {
        if (status !== 'invoked') return rejectUninvoked(agent, status);
        return ok([{ type: 'agent-failed', agent, message }]);
      }),
    )
    .with({ type: 'record-decision' }, ({ agent, verdict, note }): Decision => {
      const refused = rejectState(protocol, command.type, ['IMPLEMENTATION', 'REVIEW']);
      return refused ?? withAgent(protocol, agent, (found) => decideReview(protocol, { agent, verdict, note }, found, env));
    })
    .exhaustive();
}

function decideReview(
  { state }: ProtocolSection,
  { agent, verdict, note }: Pick<ProtocolCommandOf<'record-decision'>, 'agent' | 'verdict' | 'note'>,
  found: ProtocolAgent,
  env: DecideEnv,
): Decision {
  if (found.kind !== 'reviewer') {
    const detail = `${agent} changes files, so it cannot judge them. Ask a reviewer.`;
    return reject('Rejected', [{ condition: 'reviewer', detail }]);
  }
  if (found.status !== 'invoked') return rejectUninvoked(agent, found.status);
  const { content } = env.facts.protocol ?? UNKNOWN_FACTS;
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
