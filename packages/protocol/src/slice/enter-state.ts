import type { ProtocolAgent } from '../section/agent-section.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import type { TaskState } from '../states/task-state.ts';

/** The section after a step: what a state starts with. `trigger` is what caused the step. */
export function enterState(before: ProtocolSection, to: TaskState, trigger: string): ProtocolSection {
  const visited = before.visited.includes(to) ? before.visited : [...before.visited, to];
  const entered: ProtocolSection = { ...before, state: to, visited };
  const enter = ENTERING[to];
  return enter === undefined ? entered : { ...entered, ...enter(before, trigger) };
}

/** What changes with the step into a state, besides the state itself. */
const ENTERING: Partial<Record<TaskState, (before: ProtocolSection, trigger: string) => Partial<ProtocolSection>>> = {
  CLASSIFIED: (before) => ({
    agents: mapAgents(before, (agent) => (agent.status === 'error' ? reset(agent) : agent)),
  }),
  REQUIREMENTS: (before) => ({
    agents: mapAgents(before, (agent) => (agent.requirements === null ? reset(agent) : agent)),
  }),
  SYNTHESIS: ({ checkpoints }, trigger) => {
    // A plan that is at fault, or whose scope was cut, is not covered by an earlier approval, even word for word.
    const isFaulty = trigger === 'plan-fault' || trigger === 'scope-blocking';
    const plan = isFaulty ? { presented: null, approved: null } : checkpoints.plan;
    return { coordinator_writes: [], checkpoints: { ...checkpoints, plan } };
  },
  IMPLEMENTATION: (before) => ({ agents: mapAgents(before, startRound) }),
};

/** Those that have work to do start anew; a reviewer that approved is done until somebody changes what it approved. */
function startRound(agent: ProtocolAgent): ProtocolAgent {
  const isDone = agent.kind === 'reviewer' && agent.decision?.verdict === 'APPROVED' && agent.status === 'complete';
  return isDone ? agent : { ...reset(agent), work: null, work_remaining: null };
}

function reset(agent: ProtocolAgent): ProtocolAgent {
  const cleared = { blocked_by: null, error_class: null, error_message: null };
  return { ...agent, ...cleared, status: 'selected', invoked_at: null, updated_at: null, retries: 0 };
}

function mapAgents(
  { agents }: ProtocolSection,
  change: (agent: ProtocolAgent) => ProtocolAgent,
): ProtocolSection['agents'] {
  return Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, change(agent)]));
}
