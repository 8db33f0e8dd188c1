import type { AgentAddition } from '../section/agent-section.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import type { TaskState } from '../states/task-state.ts';

/** A justification below this many characters says nothing. */
export const MIN_JUSTIFICATION = 20;

/** Where an agent may join. */
export const ADDITION_STATES: readonly TaskState[] = ['REQUIREMENTS', 'SYNTHESIS', 'IMPLEMENTATION'];

/** What the compliance check looks for in agents that joined after the selection. */
export const ADDITION_CHECKS = [
  'addition-unjustified',
  'addition-bypasses-rejection',
  'addition-too-late',
  'addition-unrecorded',
] as const;

/** The part of the section that tells who joined. */
type Additions = Pick<ProtocolSection, 'agents' | 'selected_agents' | 'agent_additions'>;

/** One agent that joined as it should not have. */
export interface ImproperAddition {
  readonly check: (typeof ADDITION_CHECKS)[number];
  readonly agent: string;
  readonly detail: string;
}

/**
 * What is wrong with the agents that joined after the selection; the compliance check has a rule for each kind.
 *
 * @example
 * ```ts
 * import { ADDITION_CHECKS, findImproperAdditions } from '@batonkit/protocol';
 *
 * findImproperAdditions({ agents: {}, selected_agents: ['style-reviewer'], agent_additions: [] }).map(({ check }) => check); // => ['addition-unrecorded']
 * ADDITION_CHECKS.length; // => 4
 * ```
 */
export function findImproperAdditions(protocol: Additions): readonly ImproperAddition[] {
  const { agents, selected_agents, agent_additions } = protocol;
  const known = new Set([...selected_agents, ...agent_additions.map(({ agent }) => agent)]);
  const found: ImproperAddition[] = [];
  const note = (agent: string, detail: string): void =>
    void found.push({ check: 'addition-unrecorded', agent, detail: `${agent} ${detail}` });
  for (const agent of Object.keys(agents))
    if (!known.has(agent)) note(agent, 'was neither selected nor added with a reason.');
  for (const agent of known) if (!Object.hasOwn(agents, agent)) note(agent, 'is on record, but not among the agents.');
  for (const addition of agent_additions) found.push(...judgeAddition(protocol, addition));
  return found;
}

function judgeAddition({ agents }: Additions, addition: AgentAddition): readonly ImproperAddition[] {
  const { agent, added_at_state, justification, rejected_by } = addition;
  const found: ImproperAddition[] = [];
  if (justification.trim().length < MIN_JUSTIFICATION) {
    found.push({ check: 'addition-unjustified', agent, detail: `${agent} was added without a justification.` });
  }
  if (rejected_by.length > 0 && agents[agent]?.kind === 'reviewer') {
    const detail = `${agent} was added while ${rejected_by.join(', ')} rejected the content.`;
    found.push({ check: 'addition-bypasses-rejection', agent, detail });
  }
  if (!ADDITION_STATES.includes(added_at_state)) {
    const detail = `${agent} was added in ${added_at_state}, which is too late.`;
    found.push({ check: 'addition-too-late', agent, detail });
  }
  return found;
}
