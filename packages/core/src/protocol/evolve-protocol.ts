import { match, P } from 'ts-pattern';
import type { TaskEvent } from '../record/task-event.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { newProtocolSection } from './new-protocol-section.ts';
import type { ProtocolAgent, ProtocolSection } from './protocol-section.ts';
import type { TaskState } from './task-state.ts';

/** How many transitions the record keeps; the audit has them all. */
const KEPT_TRANSITIONS = 20;

/** The events that `evolve` leaves to the protocol. */
export type ProtocolEvent = Extract<TaskEvent, { type: (typeof PROTOCOL_EVENTS)[number] }>;

const PROTOCOL_EVENTS = [
  'task-claimed',
  'task-released',
  'task-taken-over',
  'task-classified',
  'agents-selected',
  'worktree-recorded',
  'plan-recorded',
  'agent-invoked',
  'agent-completed',
  'agent-failed',
  'agent-decided',
  'condition-attested',
  'activity-recorded',
  'merge-recorded',
  'checkpoint-presented',
  'checkpoint-approved',
  'changes-requested',
  'state-audited',
  'state-changed',
  'task-abandoned',
  'main-locked',
  'main-unlocked',
] as const;

/** Matches the events that `evolve` leaves to the protocol. */
export const protocolEventPattern = { type: P.union(...PROTOCOL_EVENTS) };

/** The protocol section after an event of its own. */
export function evolveProtocol(record: TaskRecord, event: ProtocolEvent): ProtocolSection {
  const before = record.protocol ?? newProtocolSection();
  return match(event)
    .with({ type: 'task-claimed' }, ({ owner, dependencies, worktree }) => ({
      ...before,
      owner,
      fence: owner.fence,
      dependencies,
      worktree,
    }))
    .with({ type: 'task-released' }, () => ({ ...before, owner: null }))
    .with({ type: 'task-taken-over' }, ({ owner }) => ({ ...before, owner, fence: owner.fence }))
    .with({ type: 'task-classified' }, ({ risk }) => ({ ...before, risk }))
    .with({ type: 'agents-selected' }, ({ agents }) => ({
      ...before,
      agents: Object.fromEntries(agents.map(({ name, kind }) => [name, { ...newAgent(kind), ...before.agents[name], kind }])),
    }))
    .with({ type: 'worktree-recorded' }, ({ agent, worktree }) =>
      agent === null ? { ...before, worktree } : withAgent(before, agent, { worktree }),
    )
    .with({ type: 'plan-recorded' }, ({ plan }) => ({ ...before, plan }))
    .with({ type: 'agent-invoked' }, ({ agent }) => counted(withAgent(before, agent, { status: 'invoked' }), 'invocations'))
    .with({ type: 'agent-completed' }, ({ agent, phase, report, remaining }) => {
      if (phase === 'requirements') return withAgent(before, agent, { status: 'complete', requirements: report });
      const done = withAgent(before, agent, { status: 'complete', work: { ...report, remaining } });
      // Without snapshots, an updater's report is the only sign that the content changed.
      const isBlind = record.tree_chain.length === 0 && before.agents[agent]?.kind === 'updater';
      return isBlind ? { ...done, change_count: done.change_count + 1 } : done;
    })
    .with({ type: 'agent-failed' }, ({ agent }) => withAgent(before, agent, { status: 'error' }))
    .with({ type: 'agent-decided' }, ({ agent, decision }) => withAgent(before, agent, { status: 'complete', decision }))
    .with({ type: 'condition-attested' }, ({ condition, attestation }) => ({
      ...before,
      attestations: { ...before.attestations, [condition]: attestation },
    }))
    .with({ type: 'activity-recorded' }, ({ activity, agent, paths }) => {
      if (activity === 'commit') return counted(agent === null ? before : counted(before, 'agent_commits'), 'commits');
      const isBreach = activity === 'tool-use' && agent === null && before.state === 'IMPLEMENTATION';
      const written = isBreach ? [...new Set([...before.coordinator_writes, ...paths])].slice(0, 20) : [];
      return isBreach ? { ...before, coordinator_writes: written } : before;
    })
    .with({ type: 'merge-recorded' }, ({ merge }) => ({ ...before, merge }))
    .with({ type: 'checkpoint-presented' }, ({ checkpoint, presentation }) =>
      withCheckpoint(before, checkpoint, { presented: presentation }),
    )
    .with({ type: 'checkpoint-approved' }, ({ checkpoint, approval }) =>
      withCheckpoint(before, checkpoint, { approved: approval }),
    )
    .with({ type: 'changes-requested' }, ({ checkpoint }) =>
      withCheckpoint(before, checkpoint, { presented: null, approved: null }),
    )
    .with({ type: 'state-audited' }, ({ audit }) => ({ ...before, audit }))
    .with({ type: 'state-changed' }, ({ transition }) => {
      const { to } = transition;
      const entered = counted(enter(before, to), 'transitions');
      return { ...entered, transitions: [...before.transitions, transition].slice(-KEPT_TRANSITIONS) };
    })
    .with({ type: 'task-abandoned' }, ({ abandonment }) => ({ ...before, abandoned: abandonment }))
    .with({ type: 'main-locked' }, ({ lock }) => ({ ...before, main_lock: lock, fence: lock.fence }))
    .with({ type: 'main-unlocked' }, () => ({ ...before, main_lock: null }))
    .exhaustive();
}

/** What the events of other capabilities mean to the protocol: QA runs count as builds, another tree is a change. */
export function followEvent(before: TaskRecord, after: TaskRecord, event: TaskEvent): TaskRecord {
  const { protocol } = after;
  if (protocol === null) return after;
  if (event.type === 'qa-baseline-recorded' || event.type === 'qa-run-recorded') {
    const run = event.type === 'qa-run-recorded' ? event.run : event.baseline;
    const passed = run.results.every(({ status }) => status === 'passed' || status === 'cached');
    const cached = run.results.some(({ status }) => status === 'cached');
    const built = counted(passed ? counted(protocol, 'builds_passed') : protocol, 'builds');
    const qa = { log: run.log, passed, cached, change_count: protocol.change_count };
    return { ...after, protocol: { ...built, qa } };
  }
  const isOtherTree = before.tree_chain.at(-1)?.snapshot.tree !== after.tree_chain.at(-1)?.snapshot.tree;
  return isOtherTree ? { ...after, protocol: { ...protocol, change_count: protocol.change_count + 1 } } : after;
}

/** Entering a phase in which agents are invoked starts a new round for those that have to report in it. */
function enter(before: ProtocolSection, to: TaskState): ProtocolSection {
  const visited = before.visited.includes(to) ? before.visited : [...before.visited, to];
  const entered: ProtocolSection = { ...before, state: to, visited };
  const selected = (agent: ProtocolAgent): ProtocolAgent =>
    to === 'IMPLEMENTATION' || agent.requirements === null ? { ...agent, status: 'selected' } : agent;
  if (to === 'REQUIREMENTS') return { ...entered, agents: mapAgents(before, selected) };
  if (to === 'SYNTHESIS') return { ...entered, coordinator_writes: [] };
  if (to === 'IMPLEMENTATION') {
    return { ...entered, agents: mapAgents(before, (agent) => ({ ...selected(agent), work: null })) };
  }
  return entered;
}

function mapAgents(
  { agents }: ProtocolSection,
  change: (agent: ProtocolAgent) => ProtocolAgent,
): ProtocolSection['agents'] {
  return Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, change(agent)]));
}

function newAgent(kind: ProtocolAgent['kind']): ProtocolAgent {
  return { kind, status: 'selected', worktree: null, requirements: null, work: null, decision: null };
}

function withAgent(before: ProtocolSection, name: string, changes: Partial<ProtocolAgent>): ProtocolSection {
  const agent = Object.hasOwn(before.agents, name) ? before.agents[name] : undefined;
  if (agent === undefined) throw new Error(`evolveProtocol: the task has no agent ${name}.`);
  return { ...before, agents: { ...before.agents, [name]: { ...agent, ...changes } } };
}

function withCheckpoint(
  before: ProtocolSection,
  checkpoint: keyof ProtocolSection['checkpoints'],
  changes: Partial<ProtocolSection['checkpoints']['plan']>,
): ProtocolSection {
  const changed = { ...before.checkpoints[checkpoint], ...changes };
  return { ...before, checkpoints: { ...before.checkpoints, [checkpoint]: changed } };
}

function counted(before: ProtocolSection, kind: keyof ProtocolSection['counts']): ProtocolSection {
  return { ...before, counts: { ...before.counts, [kind]: before.counts[kind] + 1 } };
}
