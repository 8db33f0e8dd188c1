import type { ProtocolSection } from './protocol-section.ts';

/** The section of a task that nobody claimed yet. */
export function newProtocolSection(): ProtocolSection {
  const open = { presented: null, approved: null };
  return {
    state: 'INIT',
    owner: null,
    fence: 0,
    dependencies: [],
    worktree: null,
    risk: null,
    agents: {},
    selected_agents: [],
    agent_additions: [],
    plan: null,
    attestations: {},
    checkpoints: { plan: open, change: open },
    change_count: 0,
    qa: null,
    branch: { head: null, merges: 0 },
    build: null,
    effort: null,
    coordinator_writes: [],
    merge: null,
    audit: null,
    visited: ['INIT'],
    transitions: [],
    counts: { transitions: 0, invocations: 0, commits: 0, agent_commits: 0, builds: 0, builds_passed: 0 },
    abandoned: null,
    main_lock: null,
  };
}
