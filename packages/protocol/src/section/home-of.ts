import type { Home } from '@batonkit/core/machine';
import type { ProtocolSection } from './protocol-section.ts';
import type { ProtocolRecord } from './protocol-record.ts';

/** The working tree that a task under the protocol is judged by, wherever the caller is; with a role, the one where that role runs its checks. */
export function homeOf({ protocol }: Pick<ProtocolRecord, 'protocol'>, role?: string): Home | null {
  if (protocol === null) return null;
  const own = role === undefined ? null : ownPlace(protocol, role);
  if (own !== null) return { worktree: own, path: null, isNeeded: true };
  const { worktree, worktree_path: path = null, state } = protocol;
  // A task that left INIT had a working tree, and needs it until CLEANUP.
  return { worktree, path, isNeeded: state !== 'INIT' && state !== 'CLEANUP' };
}

/** The own tree of an updater that is at work; behind its merge it checks the task's. */
function ownPlace({ agents, state, build, worktree }: ProtocolSection, role: string): string | null {
  const agent = Object.hasOwn(agents, role) ? agents[role] : undefined;
  const verifies = build?.status === 'unverified' && build.agent === role;
  const isOwn = agent?.kind === 'updater' && state === 'IMPLEMENTATION' && agent.invoked_at !== null && !verifies;
  return isOwn && agent.worktree !== worktree ? agent.worktree : null;
}
