import type { ProtocolEnv, ProtocolRecord } from '../section/protocol-record.ts';
import { statePath } from '../states/state-path.ts';
import {
  attestedIn,
  CONTENT_A,
  CONTENT_B,
  envFor,
  follow,
  apply,
  REVIEWER,
  UPDATER,
  type Run,
} from './protocol-run.fixture.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import type { AgentAddition, ProtocolAgent } from '../section/agent-section.ts';
import type { AttestedCondition, ProtocolSection } from '../section/protocol-section.ts';
import type { TaskState } from '../states/task-state.ts';
import type { Transition } from '../guards/transitions.ts';

/** A task at the moment before a step, with all that the step needs. */
export interface Ready {
  readonly record: ProtocolRecord & { readonly protocol: ProtocolSection };
  readonly facts: Partial<ProtocolFacts>;
  readonly reason: string;
}

const OTHER = 'quality-reviewer';
const nothing: Run = { record: null, events: [] };
const tree = { worktree: '/work/task', head: 'c'.repeat(40), clean: true, snapshot: 'committed' } as const;

/** The env of a moment. */
export function envOf({ record, facts }: Ready): ProtocolEnv {
  const env = envFor(record);
  return { ...env, facts: { head: null, protocol: { ...env.facts.protocol!, ...facts } } };
}

function protocolOf({ record }: Run): Ready {
  if (record === null || record.protocol === null) throw new Error('The run is not under the protocol.');
  return { record: { ...record, protocol: record.protocol }, facts: {}, reason: 'user-request' };
}

/** The record as it is when everything for the step out of `state` is there. */
function leaving(state: TaskState): Ready {
  if (state === 'SCOPE_NEGOTIATION') return negotiated('DEFER');
  const ready = fullRun().get(state);
  if (ready === undefined) throw new Error(`The full path does not pass ${state}.`);
  return ready;
}

/** The last moment in each state of the full path. */
function fullRun(): ReadonlyMap<TaskState, Ready> {
  if (lastMoments.size > 0) return lastMoments;
  follow(nothing, 'run-1', (record) => {
    const state = record?.completion === null ? record.protocol?.state : undefined;
    if (state !== undefined) lastMoments.set(state, protocolOf({ record, events: [] }));
    return false;
  });
  return lastMoments;
}

const lastMoments = new Map<TaskState, Ready>();

/** As {@link leaving}, on the short path, whose work is done in SYNTHESIS. */
function leavingShort(state: TaskState): Ready {
  const classified = follow(nothing, 'run-1', (record) => record?.protocol?.state === 'CLASSIFIED');
  const short = {
    type: 'classify-task',
    level: 'LOW',
    variant: 'STREAMLINED',
    change_kind: 'documentation_only',
    reasons: [],
  } as const;
  const run = follow(apply(classified, short, envFor(classified.record)), 'run-1', (record) => {
    const next = record?.protocol?.state === 'AWAITING_USER_APPROVAL';
    return next || (record?.completion ?? null) !== null;
  });
  if (state === 'AWAITING_USER_APPROVAL') return protocolOf(run);
  const back = { ...protocolOf(run) };
  const { transitions, counts } = back.record.protocol;
  return edit(back, {
    state,
    transitions: transitions.slice(0, -1),
    counts: { ...counts, transitions: counts.transitions - 1 },
  });
}

/** Changes a moment by hand. */
export function edit(ready: Ready, changes: Partial<ProtocolSection>): Ready {
  return { ...ready, record: { ...ready.record, protocol: { ...ready.record.protocol, ...changes } } };
}

function editAgent(ready: Ready, name: string, changes: Partial<ProtocolAgent>): Ready {
  const { agents } = ready.record.protocol;
  return edit(ready, { agents: { ...agents, [name]: { ...agents[name]!, ...changes } } });
}

function withFacts(ready: Ready, facts: Partial<ProtocolFacts>): Ready {
  return { ...ready, facts: { ...ready.facts, ...facts } };
}

const whole = { sha: '2'.repeat(64), bytes: 400, unchanged: false } as const;
const rejected = { verdict: 'REJECTED', covers: CONTENT_A, state: 'REVIEW', fault: 'work', answer: null } as const;

/** A changed file that only a full path may change. */
const riskier = {
  level: 'HIGH',
  change_kind: 'code',
  reasons: ['src/login/form.ts is HIGH: no pattern matches it.'],
  unclassified: [],
} as const;

/** A negotiation needs two reviewers that rejected. */
function rejectedTwice(): Ready {
  const review = leaving('REVIEW');
  const second = { ...review.record.protocol.agents[REVIEWER]!, decision: rejected };
  const at = '2026-11-16T09:00:00.000Z';
  return edit(editAgent(review, REVIEWER, { decision: rejected }), {
    agents: { ...review.record.protocol.agents, [REVIEWER]: second, [OTHER]: second },
    selected_agents: [...review.record.protocol.selected_agents, OTHER],
    effort: { effort: 9, scope: 4, covers: CONTENT_A, by: 'ada', at },
  });
}

/** Both said what is to become of what they rejected. */
function negotiated(decision: 'DEFER' | 'RESOLVE_NOW'): Ready {
  const answer = { sha: '4'.repeat(64), bytes: 200 };
  const defers = { decision: 'DEFER', covers: CONTENT_A, blocking: 0, deferrable: 1, answer } as const;
  const review = rejectedTwice();
  const { transitions } = review.record.protocol;
  const step = { ...transitions.at(-1)!, from: 'REVIEW', to: 'SCOPE_NEGOTIATION' } as const;
  const entered = edit(review, { state: 'SCOPE_NEGOTIATION', transitions: [...transitions, step] });
  const ready = editAgent(entered, OTHER, { scope_decision: defers });
  return editAgent(ready, REVIEWER, { scope_decision: { ...defers, decision } });
}

/** The moment before a row, with all that it needs. */
export function readyFor({ from, to, trigger, kind }: Transition): Ready {
  if (kind === 'forward')
    return to === 'AWAITING_USER_APPROVAL' && from === 'SYNTHESIS' ? leavingShort(from) : leaving(from);
  if (kind === 'finish') return leaving('CLEANUP');
  if (trigger === 'rejected') return editAgent(leaving('REVIEW'), REVIEWER, { decision: rejected });
  if (trigger === 'scope-exceeded') return rejectedTwice();
  if (trigger === 'scope-blocking') return negotiated('RESOLVE_NOW');
  if (trigger === 'changes-requested') return to === 'SYNTHESIS' ? leavingShort(from) : leaving(from);
  const base = leaving(from);
  return kind === 'return' ? breach(base, trigger, to) : base;
}

function breach(base: Ready, trigger: string, to: TaskState): Ready {
  const { agents, plan, checkpoints, counts } = base.record.protocol;
  switch (trigger) {
    case 'skipped-state':
      return skip(base, to);
    case 'missing-artifact': {
      const gone = { CLASSIFIED: plan?.sha, REQUIREMENTS: agents[REVIEWER]?.requirements?.sha }[to as string];
      return withFacts(base, { missing_artifacts: [gone ?? agents[UPDATER]?.work?.sha ?? ''] });
    }
    case 'missing-worktrees':
      return editAgent(base, UPDATER, { worktree: null });
    case 'risk-raised':
      return withFacts(edit(base, { risk: { ...base.record.protocol.risk!, level: 'LOW' } }), { changed: riskier });
    case 'coordinator-implemented':
      return edit(base, { coordinator_writes: ['src/login/form.ts'] });
    case 'single-commit':
      return edit(base, { counts: { ...counts, commits: 1, agent_commits: 0 } });
    case 'approval-without-coverage': {
      const open = { presented: null, approved: null };
      const lost = to === 'SYNTHESIS' ? { ...checkpoints, plan: open } : { ...checkpoints, change: open };
      return edit(base, { checkpoints: lost });
    }
    case 'addition-unrecorded':
      return edit(base, { selected_agents: [REVIEWER] });
    case 'addition-unjustified':
      return addedAs(base, { justification: 'because' });
    case 'addition-bypasses-rejection':
      return addedAs(base, { rejected_by: [OTHER] });
    case 'addition-too-late':
      return addedAs(base, { added_at_state: 'REVIEW' });
    case 'unfinished-agent':
      return editAgent(base, UPDATER, { status: 'working' });
    default:
      throw new Error(`No breach is known for ${trigger}.`);
  }
}

/** The reviewer, as if it had joined late. */
function addedAs(base: Ready, changes: Partial<AgentAddition>): Ready {
  const proper: AgentAddition = {
    agent: REVIEWER,
    added_at_state: 'REQUIREMENTS',
    at: '2026-11-16T09:00:00.000Z',
    by: 'ada',
    justification: 'Nobody else looks at the structure of it.',
    rejected_by: [],
  };
  return edit(base, { selected_agents: [UPDATER], agent_additions: [{ ...proper, ...changes }] });
}

/** A log whose last step skips a state, so that `to` is the last valid one. */
function skip(ready: Ready, to: TaskState): Ready {
  const step = {
    from: to,
    to: to === 'CLEANUP' ? 'INIT' : to,
    trigger: 'x',
    at: '2026-11-16T09:00:00.000Z',
    note: null,
  } as const;
  return edit(ready, { transitions: [{ ...step, evidence: { plan: null, content: null, qa_log: null, head: null } }] });
}

type Breaker = (ready: Ready, row: Transition) => Ready;

const without =
  (condition: AttestedCondition): Breaker =>
  (ready) => {
    const { [condition]: gone, ...attestations } = ready.record.protocol.attestations;
    return edit(ready, { attestations });
  };

const pathOf = (state: TaskState, next: TaskState) => (ready: Ready) =>
  edit(ready, { risk: { ...(ready.record.protocol.risk ?? HIGH), path: [state, next] } });

const HIGH = {
  level: 'HIGH',
  variant: 'FULL',
  change_kind: 'code',
  reasons: [],
  path: statePath('HIGH', 'code'),
} as const;

/** For each guard, what makes it and nothing else fail. */
export const BREAKERS: Readonly<Record<string, Breaker>> = {
  'audit-passed': (ready) => edit(ready, { audit: null }),
  compliant: (ready, { from }) => skip(ready, from === 'CLEANUP' ? 'CLEANUP' : 'INIT'),
  'on-path': (ready, { from }) => pathOf(from, 'SCOPE_NEGOTIATION')(ready),
  'violation-found': (_ready, { from }) => leaving(from),
  'legitimate-reason': (ready) => ({ ...ready, reason: 'it takes too many tokens' }),
  'session-unique': (ready) => withFacts(ready, { other_tasks: ['TASK-9'] }),
  'task-known': (ready) => withFacts(ready, { open_dependencies: ['TASK-8'] }),
  'task-worktree': (ready) => edit(ready, { worktree: null }),
  'risk-recorded': (ready) => edit(ready, { risk: null }),
  'risk-covers-changes': (ready) =>
    withFacts(edit(ready, { risk: { ...ready.record.protocol.risk!, level: 'LOW' } }), { changed: riskier }),
  'agents-selected': (ready) => edit(ready, { agents: {} }),
  'agent-worktrees': (ready) => editAgent(ready, UPDATER, { worktree: null }),
  'plan-outline': (ready) => edit(ready, { plan: { ...ready.record.protocol.plan!, sections: ['Task Objective'] } }),
  'agents-reported': (ready) => editAgent(ready, REVIEWER, { requirements: null, work: whole }),
  'reports-substantial': (ready) =>
    editAgent(ready, REVIEWER, { requirements: { sha: '2'.repeat(64), bytes: 99 }, work: whole }),
  'no-agent-error': (ready) => editAgent(ready, REVIEWER, { status: 'error' }),
  history: (ready) => edit(ready, { visited: ['INIT', 'SYNTHESIS'] }),
  'implementation-plans': (ready) =>
    edit(ready, { plan: { ...ready.record.protocol.plan!, planned_agents: [REVIEWER] } }),
  'plan-approved': (ready) =>
    edit(ready, { checkpoints: { ...ready.record.protocol.checkpoints, plan: { presented: null, approved: null } } }),
  'change-approved': (ready) =>
    edit(ready, { checkpoints: { ...ready.record.protocol.checkpoints, change: { presented: null, approved: null } } }),
  'snapshot-intact': (ready) => withFacts(ready, { tree: { ...tree, snapshot: 'drift' } }),
  'everything-committed': (ready) => withFacts(ready, { tree: { ...tree, clean: false } }),
  'updaters-finished': (ready) => editAgent(ready, UPDATER, { status: 'in_progress', work_remaining: 'the tests' }),
  'reviewers-approved': (ready) => editAgent(ready, REVIEWER, { decision: null }),
  'review-unanimous': (ready) =>
    editAgent(ready, REVIEWER, { decision: { ...rejected, verdict: 'APPROVED', state: 'IMPLEMENTATION' } }),
  'rejections-cleared': (ready) => editAgent(ready, REVIEWER, { decision: rejected }),
  'content-reviewed': (ready) =>
    editAgent(ready, REVIEWER, { decision: { ...rejected, verdict: 'APPROVED', covers: CONTENT_B } }),
  'review-rejected': (ready) => editAgent(ready, REVIEWER, { decision: null }),
  'several-rejections': (ready) => editAgent(ready, 'quality-reviewer', { decision: null }),
  'qa-passing': (ready) => edit(ready, { qa: { ...ready.record.protocol.qa!, cached: true } }),
  'agents-complete': (ready) => editAgent(ready, UPDATER, { status: 'waiting' }),
  'plan-sound': (ready) => editAgent(ready, REVIEWER, { decision: { ...rejected, fault: 'plan' } }),
  'effort-exceeds-scope': (ready) => edit(ready, { effort: { ...ready.record.protocol.effort!, scope: 4.5 } }),
  'scope-classified': (ready) => editAgent(ready, OTHER, { scope_decision: null }),
  'scope-blocking': () => negotiated('DEFER'),
  'scope-deferred': () => negotiated('RESOLVE_NOW'),
  merged: (ready) => edit(ready, { merge: null }),
  'worktrees-removed': (ready) => edit(ready, { worktree: '/work/task' }),
  'audit-minimum': (ready) => edit(ready, { counts: { ...ready.record.protocol.counts, commits: 0 } }),
  'full-path': (ready) => edit(ready, { risk: { ...HIGH, path: statePath('LOW', 'code') } }),
  'short-path': (ready) => edit(ready, { risk: HIGH }),
  ...Object.fromEntries(
    ['SYNTHESIS', 'IMPLEMENTATION', 'VALIDATION', 'REVIEW', 'SCOPE_NEGOTIATION', 'AWAITING_USER_APPROVAL', 'COMPLETE']
      .flatMap((state) => attestedIn(state))
      .map((condition) => [condition, without(condition)]),
  ),
};
