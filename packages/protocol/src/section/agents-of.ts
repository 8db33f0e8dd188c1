import type { ProtocolAgent } from './agent-section.ts';
import type { ProtocolSection } from './protocol-section.ts';

/** The agents of a task by name, in the order of their selection. */
export function agentsOf(
  protocol: ProtocolSection,
  kind?: ProtocolAgent['kind'],
): readonly (readonly [name: string, agent: ProtocolAgent])[] {
  let known = listings.get(protocol.agents);
  if (known === undefined) {
    const all = Object.entries(protocol.agents);
    const reviewer = all.filter(([, agent]) => agent.kind === 'reviewer');
    known = { all, reviewer, updater: all.filter(([, agent]) => agent.kind === 'updater') };
    listings.set(protocol.agents, known);
  }
  return known[kind ?? 'all'];
}

type Listing = readonly (readonly [name: string, agent: ProtocolAgent])[];

// A dozen guards ask for the same list; the agents of a record never change, another record has others.
const listings = new WeakMap<ProtocolSection['agents'], Readonly<Record<'all' | ProtocolAgent['kind'], Listing>>>();

/** The reviewers whose rejection stands: only their own next decision takes it back. */
export function rejectingIn(protocol: ProtocolSection): ReturnType<typeof agentsOf> {
  return agentsOf(protocol).filter(([, { decision }]) => decision?.verdict === 'REJECTED');
}
