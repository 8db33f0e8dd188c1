import type { ProtocolSection } from '../protocol/protocol-section.ts';
import type { TaskState } from '../protocol/task-state.ts';
import type { ProtocolFacts } from './guard-policy.ts';

/** A file about to be written while a protocol runs. */
export interface ProtocolWrite {
  /** Links resolved. */
  readonly absolute: string;
  /** True for plans, logs, task lists and the like, which are no implementation. */
  readonly isCoordination: boolean;
}

/** States in which what is to be written is not agreed on yet. */
const BEFORE_WORK: readonly TaskState[] = ['INIT', 'CLASSIFIED', 'REQUIREMENTS', 'SYNTHESIS'];
/** States in which others judge what is there, or it is on its way to the main branch. */
const BEHIND_WORK: readonly TaskState[] = ['REVIEW', 'SCOPE_NEGOTIATION', 'COMPLETE', 'CLEANUP'];

/**
 * Why the protocol forbids a write; null when it does not. While a checkpoint waits nobody implements, and neither before the plan is
 * approved nor behind VALIDATION. In IMPLEMENTATION the coordinator writes no sources, a reviewer none anywhere, and an agent writes in its
 * own working tree only, not in one of another agent that lies inside it. Coordination edits and fixes during VALIDATION are allowed.
 *
 * @example
 * ```ts
 * import { findProtocolObjection } from '@batonkit/core/guard';
 *
 * const source = { absolute: '/work/src/a.ts', isCoordination: false };
 * findProtocolObjection(source, { state: 'IMPLEMENTATION', agentWorktree: null }); // => 'In IMPLEMENTATION the coordinator writes no sources; give the work to an agent.'
 * findProtocolObjection(source, { state: 'VALIDATION', agentWorktree: null }); // => null
 * ```
 */
export function findProtocolObjection(write: ProtocolWrite, protocol: ProtocolFacts): string | null {
  const { state, agentWorktree, otherWorktrees = [] } = protocol;
  const { absolute, isCoordination } = write;
  const isWaiting = protocol.isAwaitingApproval === true || state === 'AWAITING_USER_APPROVAL';
  if (isWaiting && !isCoordination) {
    return `A checkpoint waits for the user (${state}); nothing is implemented until it is approved.`;
  }
  const isForeign = otherWorktrees.some(
    (other) => isInside(absolute, other) && !(agentWorktree !== null && isInside(`${trim(agentWorktree)}/x`, other)),
  );
  if (agentWorktree !== null && state === 'IMPLEMENTATION' && (isForeign || !isInside(absolute, agentWorktree))) {
    return 'In IMPLEMENTATION an agent writes in its own working tree only.';
  }
  if (isCoordination) return null;
  if (protocol.isPlanApproved === false && BEFORE_WORK.includes(state)) {
    return `The plan is not approved (${state}); nothing is implemented before it is.`;
  }
  if (protocol.agentKind === 'reviewer') return `A reviewer judges files and changes none (${state}).`;
  if (agentWorktree === null && state === 'IMPLEMENTATION') {
    return 'In IMPLEMENTATION the coordinator writes no sources; give the work to an agent.';
  }
  if (BEHIND_WORK.includes(state)) {
    return `In ${state} the work is judged or merged as it is; to change it, go back to IMPLEMENTATION.`;
  }
  return null;
}

/**
 * What the guard has to know of a task under the protocol, for one of its agents or (`null`) its coordinator. Working trees are as they
 * were recorded: absolute paths.
 *
 * @example
 * ```ts
 * import { readProtocolWrites } from '@batonkit/core/guard';
 *
 * readProtocolWrites(null, null); // => null
 * ```
 */
export function readProtocolWrites(protocol: ProtocolSection | null, agent: string | null): ProtocolFacts | null {
  if (protocol === null) return null;
  const { state, agents, plan, checkpoints, risk } = protocol;
  const own = agent !== null && Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  const others = Object.entries(agents)
    .filter(([name, { worktree }]) => name !== agent && worktree !== null && worktree !== own?.worktree)
    .map(([, { worktree }]) => worktree ?? '');
  const isApproved = plan !== null && checkpoints.plan.approved?.covers === plan.sha;
  const isWaiting = state === 'SYNTHESIS' && !isApproved && checkpoints.plan.presented !== null;
  // On a short path the work is done in SYNTHESIS, behind the approval; elsewhere only from IMPLEMENTATION on.
  const isShort = risk?.path.includes('IMPLEMENTATION') === false;
  return {
    state,
    isAwaitingApproval: isWaiting || state === 'AWAITING_USER_APPROVAL',
    isPlanApproved: isApproved && (state !== 'SYNTHESIS' || isShort),
    agentWorktree: agent === null ? null : (own?.worktree ?? NOWHERE),
    agentKind: own?.kind,
    otherWorktrees: others,
  };
}

/** An agent without a working tree writes nowhere. */
const NOWHERE = '/dev/null/no-working-tree';

function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${trim(folder)}/`);
}

function trim(folder: string): string {
  return folder.replace(/\/+$/, '');
}
