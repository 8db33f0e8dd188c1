import type * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import type { TaskEvent } from '../record/task-event.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { protocolEventSchemas } from './protocol-event.ts';
import { newProtocolSection } from './new-protocol-section.ts';
import type { ProtocolAgent, ProtocolSection } from './protocol-section.ts';
import type { TaskState } from './task-state.ts';

/** How many transitions the record keeps; the audit has them all. */
const KEPT_TRANSITIONS = 20;

/** The events that `evolve` leaves to the protocol. */
export type ProtocolEvent = DeepReadonly<z.infer<(typeof protocolEventSchemas)[number]>>;

type EventOf<Type extends ProtocolEvent['type']> = Extract<ProtocolEvent, { type: Type }>;

// Looked up rather than matched, as the decisions are.
const EVOLUTIONS: {
  readonly [Type in ProtocolEvent['type']]: (
    before: ProtocolSection,
    event: EventOf<Type>,
    record: TaskRecord,
  ) => ProtocolSection;
} = {
  'task-claimed': (before, { owner, dependencies, worktree }) => ({
    ...before,
    owner,
    fence: owner.fence,
    dependencies,
    worktree,
  }),
  'task-released': (before) => ({ ...before, owner: null }),
  'task-taken-over': (before, { owner }) => ({ ...before, owner, fence: owner.fence }),
  'task-classified': (before, { risk }) => ({ ...before, risk }),
  'agents-selected': (before, { agents }) => ({
    ...before,
    agents: Object.fromEntries(
      agents.map(({ name, kind }) => [name, { ...newAgent(kind), ...before.agents[name], kind }]),
    ),
  }),
  'worktree-recorded': (before, { agent, worktree }) =>
    agent === null ? { ...before, worktree } : withAgent(before, agent, { worktree }),
  'plan-recorded': (before, { plan }) => ({ ...before, plan }),
  'agent-invoked': (before, { agent }) => counted(withAgent(before, agent, { status: 'invoked' }), 'invocations'),
  'agent-completed': (before, { agent, phase, report, remaining }, record) => {
    if (phase === 'requirements') return withAgent(before, agent, { status: 'complete', requirements: report });
    const done = withAgent(before, agent, { status: 'complete', work: { ...report, remaining } });
    // Without snapshots, an updater's report is the only sign that the content changed.
    const isBlind = record.tree_chain.length === 0 && before.agents[agent]?.kind === 'updater';
    return isBlind ? { ...done, change_count: done.change_count + 1 } : done;
  },
  'agent-failed': (before, { agent }) => withAgent(before, agent, { status: 'error' }),
  'agent-decided': (before, { agent, decision }) => withAgent(before, agent, { status: 'complete', decision }),
  'condition-attested': (before, { condition, attestation }) => ({
    ...before,
    attestations: { ...before.attestations, [condition]: attestation },
  }),
  'activity-recorded': (before, { activity, agent, paths }) => {
    if (activity === 'commit') return counted(agent === null ? before : counted(before, 'agent_commits'), 'commits');
    const isBreach = activity === 'tool-use' && agent === null && before.state === 'IMPLEMENTATION';
    if (!isBreach) return before;
    return { ...before, coordinator_writes: [...new Set([...before.coordinator_writes, ...paths])].slice(0, 20) };
  },
  'merge-recorded': (before, { merge }) => ({ ...before, merge }),
  'checkpoint-presented': (before, { checkpoint, presentation }) =>
    withCheckpoint(before, checkpoint, { presented: presentation }),
  'checkpoint-approved': (before, { checkpoint, approval }) =>
    withCheckpoint(before, checkpoint, { approved: approval }),
  'changes-requested': (before, { checkpoint }) =>
    withCheckpoint(before, checkpoint, { presented: null, approved: null }),
  'state-audited': (before, { audit }) => ({ ...before, audit }),
  'state-changed': (before, { transition }) => ({
    ...counted(enter(before, transition.to), 'transitions'),
    transitions: [...before.transitions, transition].slice(-KEPT_TRANSITIONS),
  }),
  'task-abandoned': (before, { abandonment }) => ({ ...before, abandoned: abandonment }),
  'main-locked': (before, { lock }) => ({ ...before, main_lock: lock, fence: lock.fence }),
  'main-unlocked': (before) => ({ ...before, main_lock: null }),
};

/** True for the events that {@link evolveProtocol} takes. */
export function isProtocolEvent(event: TaskEvent): event is ProtocolEvent {
  return Object.hasOwn(EVOLUTIONS, event.type);
}

/** The protocol section after an event of its own. */
export function evolveProtocol(record: TaskRecord, event: ProtocolEvent): ProtocolSection {
  const evolve = EVOLUTIONS[event.type] as (
    before: ProtocolSection,
    event: ProtocolEvent,
    record: TaskRecord,
  ) => ProtocolSection;
  return evolve(record.protocol ?? newProtocolSection(), event, record);
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
