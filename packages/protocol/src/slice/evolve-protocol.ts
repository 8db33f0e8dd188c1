import type { TaskEvent, ProtocolRecord } from '../section/protocol-record.ts';
import type { QaProof } from '@batonkit/core';
import { whyUnproven } from '@batonkit/core/internal';
import type { QaEvidence } from '../section/agent-section.ts';
import { isAtWork } from '../agents/agent-timing.ts';
import { enterState } from './enter-state.ts';
import { AGENT_EVOLUTIONS, changeAgent, withTree } from './evolve-agents.ts';
import { excerpt } from '../words/excerpt.ts';
import { newProtocolSection } from '../section/new-protocol-section.ts';
import type { ProtocolEvent } from '../section/protocol-event.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';

/** How many transitions the record keeps; the audit has them all. */
const KEPT_TRANSITIONS = 20;

/** How much of a note the record keeps; the audit has it whole. */
const KEPT_NOTE_BYTES = 400;

type EventOf<Type extends ProtocolEvent['type']> = Extract<ProtocolEvent, { type: Type }>;

// Looked up rather than matched, as the decisions are.
const EVOLUTIONS: {
  readonly [Type in ProtocolEvent['type']]: (
    before: ProtocolSection,
    event: EventOf<Type>,
    record: ProtocolRecord,
  ) => ProtocolSection;
} = {
  'task-claimed': (before, { owner, dependencies, worktree, path, main }) => ({
    ...withTree(before, worktree, path),
    ...(main === undefined ? {} : { main }),
    owner,
    fence: owner.fence,
    dependencies,
  }),
  'task-released': (before) => ({ ...before, owner: null }),
  'task-taken-over': (before, { owner }) => ({ ...before, owner, fence: owner.fence }),
  'task-classified': (before, { risk }) => ({ ...before, risk }),
  ...AGENT_EVOLUTIONS,
  'plan-recorded': (before, { plan }) => ({ ...before, plan }),
  'effort-estimated': (before, { estimate }) => ({ ...before, effort: estimate }),
  'condition-attested': (before, { condition, attestation }) => ({
    ...before,
    attestations: {
      ...before.attestations,
      [condition]: { ...attestation, note: excerpt(attestation.note, KEPT_NOTE_BYTES) },
    },
  }),
  'activity-recorded': (before, { activity, agent, paths }) => {
    if (activity === 'commit') return counted(agent === null ? before : counted(before, 'agent_commits'), 'commits');
    const isBreach = activity === 'tool-use' && agent === null && before.state === 'IMPLEMENTATION';
    if (!isBreach) return before;
    return { ...before, coordinator_writes: [...new Set([...before.coordinator_writes, ...paths])].slice(0, 20) };
  },
  'merge-recorded': (before, { merge }) => ({ ...before, merge }),
  'task-landed': (before, { merge }) => ({ ...before, merge }),
  'checkpoint-presented': (before, { checkpoint, presentation }) =>
    withCheckpoint(before, checkpoint, { presented: presentation }),
  'checkpoint-approved': (before, { checkpoint, approval }) =>
    withCheckpoint(before, checkpoint, { approved: approval }),
  'changes-requested': (before, { checkpoint }) =>
    withCheckpoint(before, checkpoint, { presented: null, approved: null }),
  'approvals-voided': (before, { checkpoints, reviewers, attestations }) => {
    const cleared = checkpoints.reduce(
      (section, checkpoint) => withCheckpoint(section, checkpoint, { presented: null, approved: null }),
      before,
    );
    const undecided = reviewers.reduce((section, name) => changeAgent(section, name, { decision: null }), cleared);
    const kept = Object.entries(before.attestations).filter(
      ([condition]) => !(attestations as string[]).includes(condition),
    );
    return { ...undecided, attestations: Object.fromEntries(kept) };
  },
  'state-audited': (before, { audit }) => ({ ...before, audit }),
  'state-changed': (before, { transition }) => ({
    ...counted(enterState(before, transition.to, transition.trigger), 'transitions'),
    transitions: [...before.transitions, cutNote(transition)].slice(-KEPT_TRANSITIONS),
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
export function evolveProtocol(record: ProtocolRecord, event: ProtocolEvent): ProtocolSection {
  const evolve = EVOLUTIONS[event.type] as (
    before: ProtocolSection,
    event: ProtocolEvent,
    record: ProtocolRecord,
  ) => ProtocolSection;
  return evolve(record.protocol ?? newProtocolSection(), event, record);
}

type Evolutions = {
  readonly [Type in ProtocolEvent['type']]: (
    record: ProtocolRecord,
    event: EventOf<Type>,
  ) => { readonly protocol: ProtocolSection };
};

/** What the events of the protocol do to its section. */
export function protocolEvolutions(): Evolutions {
  const evolve = (record: ProtocolRecord, event: ProtocolEvent): { readonly protocol: ProtocolSection } => ({
    protocol: evolveProtocol(record, event),
  });
  return Object.fromEntries(Object.keys(EVOLUTIONS).map((type) => [type, evolve])) as unknown as Evolutions;
}

type Followed = 'qa-baseline-recorded' | 'qa-run-recorded' | 'snapshot-taken' | 'drift-resolved';
type FollowedEvent<Type extends Followed> = Extract<TaskEvent, { type: Type }>;
type Follow = { readonly protocol?: ProtocolSection };

/** What the events of other slices mean to the protocol: QA runs count as builds, another tree is a change. */
export const FOLLOWED: {
  readonly [Type in Followed]: (record: ProtocolRecord, event: FollowedEvent<Type>) => Follow;
} = {
  'qa-baseline-recorded': ({ protocol }, { baseline }) =>
    protocol === null ? {} : { protocol: followQa(protocol, baseline) },
  'qa-run-recorded': ({ protocol }, { run }) => (protocol === null ? {} : { protocol: followQa(protocol, run) }),
  'snapshot-taken': (record, { snapshot }) => followTree(record, snapshot.tree),
  'drift-resolved': (record, { accepted }) => (accepted === null ? {} : followTree(record, accepted.tree)),
};

function followTree({ protocol, tree_chain }: ProtocolRecord, tree: string): Follow {
  if (protocol === null || tree_chain.at(-1)?.snapshot.tree === tree) return {};
  return { protocol: { ...protocol, change_count: protocol.change_count + 1 } };
}

type QaRun = FollowedEvent<'qa-run-recorded'>['run'] | FollowedEvent<'qa-baseline-recorded'>['baseline'];

/**
 * A run that is recorded for an updater which works in a tree of its own is about that tree; so is every other about the task's. Behind a
 * merge the updater verifies the task's tree first.
 */
function followQa(protocol: ProtocolSection, run: QaRun): ProtocolSection {
  const passed = run.results.every(({ status }) => status === 'passed' || status === 'cached');
  const cached = run.results.some(({ status }) => status === 'cached');
  const counts = counted(passed ? counted(protocol, 'builds_passed') : protocol, 'builds');
  const agent = Object.hasOwn(protocol.agents, run.role) ? protocol.agents[run.role] : undefined;
  const isOwn = agent?.kind === 'updater' && protocol.state === 'IMPLEMENTATION' && isAtWork(agent);
  const verifies = protocol.build?.status === 'unverified' && protocol.build.agent === run.role;
  const proof = evidenceOf(run.proof);
  const about = { log: run.log, passed, cached, ...(proof === null ? {} : { proof }) };
  const own = { ...about, merges: protocol.branch.merges };
  const noted = isOwn && !verifies ? changeAgent(counts, run.role, { qa: own }) : counts;
  if (isOwn && !verifies && agent.worktree !== protocol.worktree) return noted;
  const { build } = protocol;
  const verified = build === null || cached ? build : passed ? null : { ...build, status: 'broken' as const };
  return { ...noted, build: verified, qa: { ...about, change_count: protocol.change_count } };
}

/** What guards look at of what stands behind a run; `null` for a claim. */
function evidenceOf(proof: QaProof | undefined): QaEvidence | null {
  if (proof === undefined || proof.grade === 'claimed') return null;
  const { grade, simulated, tree, commands = null } = proof;
  const where = tree === null ? null : { worktree: tree.worktree, base: tree.base, content: tree.content };
  // That it was made up, and what the brief asks for, is judged where it matters.
  const against = grade === 'executed' ? whyUnproven({ ...proof, simulated: false }, null) : [];
  return { grade, simulated, commands, tree: where, against: against.slice(0, 5) };
}

function cutNote(transition: EventOf<'state-changed'>['transition']): EventOf<'state-changed'>['transition'] {
  return transition.note === null ? transition : { ...transition, note: excerpt(transition.note, KEPT_NOTE_BYTES) };
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
