import type { ProtocolRecord } from '../section/protocol-record.ts';
import type { ProtocolAgent } from '../section/agent-section.ts';
import { excerpt } from '../words/excerpt.ts';
import type { ProtocolEvent } from '../section/protocol-event.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';

/** How much of an agent's texts the record keeps, so that it stays small with a hundred of them; the audit has them whole. */
const KEPT_BYTES = { feedback: 400, remark: 160, justification: 600 } as const;

type AgentEventType =
  | 'agents-selected'
  | 'worktree-recorded'
  | 'agent-added'
  | 'agent-invoked'
  | 'agent-status-reported'
  | 'agent-completed'
  | 'agent-failed'
  | 'agent-merged'
  | 'agent-decided'
  | 'scope-classified';

/** What the events about agents do to the section, by event. */
export const AGENT_EVOLUTIONS: {
  readonly [Type in AgentEventType]: (
    before: ProtocolSection,
    event: Extract<ProtocolEvent, { type: Type }>,
    record: ProtocolRecord,
  ) => ProtocolSection;
} = {
  'agents-selected': (before, { agents }) => ({
    ...before,
    agents: Object.fromEntries(
      agents.map(({ name, kind }) => [name, { ...newAgent(kind), ...before.agents[name], kind }]),
    ),
    selected_agents: agents.map(({ name }) => name),
    agent_additions: [],
  }),
  'worktree-recorded': (before, { agent, worktree, path }) =>
    agent === null ? withTree(before, worktree, path) : changeAgent(before, agent, { worktree }),
  'agent-added': (before, { addition, kind, worktree }) => {
    const justification = excerpt(addition.justification, KEPT_BYTES.justification);
    const others = before.agent_additions.filter(({ agent }) => agent !== addition.agent);
    const added = { ...newAgent(kind), ...before.agents[addition.agent], kind, worktree };
    // Before the work begins the plan has to take the new agent in, so that its approval lapses.
    const plan = before.state === 'IMPLEMENTATION' ? before.checkpoints.plan : { presented: null, approved: null };
    return {
      ...before,
      agents: { ...before.agents, [addition.agent]: added },
      agent_additions: [...others, { ...addition, justification }],
      checkpoints: { ...before.checkpoints, plan },
    };
  },
  'agent-invoked': (before, { agent, at, scope, round, retries }) => {
    // Tests that passed before say nothing about the work that is to come.
    const cleared = { blocked_by: null, error_class: null, error_message: null, scope_decision: null, qa: null };
    const invoked = { status: 'working', invoked_at: at, updated_at: null, scope, round, retries } as const;
    const next = changeAgent(before, agent, { ...cleared, ...invoked });
    return { ...next, counts: { ...next.counts, invocations: next.counts.invocations + 1 } };
  },
  'agent-status-reported': (before, { agent, at, status, work_remaining, blocked_by }) =>
    changeAgent(before, agent, {
      status,
      updated_at: at,
      work_remaining: remark(work_remaining),
      blocked_by: remark(blocked_by),
    }),
  'agent-completed': (before, { agent, at, phase, report, work_remaining, unchanged }, record) => {
    const status = work_remaining === null ? 'complete' : 'in_progress';
    const said = { ...idle(at), status, work_remaining: remark(work_remaining), blocked_by: null } as const;
    if (phase === 'requirements') return changeAgent(before, agent, { ...said, requirements: report });
    const done = changeAgent(before, agent, { ...said, work: { ...report, unchanged } });
    // Without snapshots and merges, an updater's report is the only sign that the content changed.
    const isSeen = record.tree_chain.length > 0 || before.branch.merges > 0 || unchanged;
    const isBlind = !isSeen && before.agents[agent]?.kind === 'updater';
    return isBlind ? { ...done, change_count: done.change_count + 1 } : done;
  },
  'agent-failed': (before, { agent, at, message, error_class }) =>
    changeAgent(before, agent, { ...idle(at), status: 'error', error_class, error_message: remark(message) }),
  'agent-merged': (before, { agent, at, commit, voids }) => {
    const merged = { status: 'in_progress', updated_at: at, last_merge_sha: commit, qa: null } as const;
    const next = voids.reduce(
      (section, name) => {
        // A rejection stands until its author decides anew.
        const isKept = section.agents[name]?.decision?.verdict === 'REJECTED';
        return changeAgent(section, name, { ...idle(at), ...(isKept ? {} : { decision: null }), status: 'waiting' });
      },
      changeAgent(before, agent, merged),
    );
    return {
      ...next,
      branch: { head: commit, merges: before.branch.merges + 1 },
      build: { agent, commit, status: 'unverified' },
      change_count: before.change_count + 1,
    };
  },
  'agent-decided': (before, { agent, at, decision, note, head }) => {
    const isApproved = decision.verdict === 'APPROVED';
    return changeAgent(before, agent, {
      ...idle(at),
      status: isApproved ? 'complete' : 'waiting',
      work_remaining: null,
      decision,
      feedback: isApproved ? null : excerpt(note, KEPT_BYTES.feedback),
      last_review_sha: head,
      scope_decision: null,
    });
  },
  'scope-classified': (before, { agent, at, scope_decision }) =>
    changeAgent(before, agent, {
      ...idle(at),
      status: scope_decision.decision === 'DEFER' ? 'complete' : 'waiting',
      scope_decision,
    }),
};

/** An agent that was not invoked yet. */
export function newAgent(kind: ProtocolAgent['kind']): ProtocolAgent {
  return {
    kind,
    status: 'selected',
    worktree: null,
    round: 0,
    invoked_at: null,
    updated_at: null,
    retries: 0,
    scope: 'full',
    requirements: null,
    work: null,
    work_remaining: null,
    decision: null,
    feedback: null,
    blocked_by: null,
    error_class: null,
    error_message: null,
    last_review_sha: null,
    last_merge_sha: null,
    qa: null,
    scope_decision: null,
  };
}

/** The section with some fields of an agent changed. */
export function changeAgent(before: ProtocolSection, name: string, changes: Partial<ProtocolAgent>): ProtocolSection {
  const agent = Object.hasOwn(before.agents, name) ? before.agents[name] : undefined;
  if (agent === undefined) throw new Error(`evolveProtocol: the task has no agent ${name}.`);
  return { ...before, agents: { ...before.agents, [name]: { ...agent, ...changes } } };
}

function idle(at: string): Pick<ProtocolAgent, 'invoked_at' | 'updated_at'> {
  return { invoked_at: null, updated_at: at };
}

function remark(text: string | null): string | null {
  return text === null ? null : excerpt(text, KEPT_BYTES.remark);
}

/** The section with another working tree of the task. */
export function withTree(
  { worktree_path, ...before }: ProtocolSection,
  worktree: string | null,
  path: string | undefined,
): ProtocolSection {
  return { ...before, worktree, ...(path === undefined ? {} : { worktree_path: path }) };
}
