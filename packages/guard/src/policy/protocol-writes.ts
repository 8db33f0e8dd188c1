import type { ProtocolSection, TaskState } from '@batonkit/protocol';
import type { ProtocolWriteFacts } from './guard-policy.ts';

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
 * import { findProtocolObjection } from '@batonkit/guard';
 *
 * const source = { absolute: '/work/src/a.ts', isCoordination: false };
 * findProtocolObjection(source, { state: 'IMPLEMENTATION', agentWorktree: null }); // => 'In IMPLEMENTATION the coordinator writes no sources; give the work to an agent.'
 * findProtocolObjection(source, { state: 'VALIDATION', agentWorktree: null }); // => null
 * ```
 */
export function findProtocolObjection(write: ProtocolWrite, protocol: ProtocolWriteFacts): string | null {
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
 * import { readProtocolWrites } from '@batonkit/guard';
 *
 * readProtocolWrites(null, null); // => null
 * ```
 */
export function readProtocolWrites(protocol: ProtocolSection | null, agent: string | null): ProtocolWriteFacts | null {
  if (protocol === null) return null;
  const { state, agents, plan, checkpoints, risk } = protocol;
  const outline = {
    state,
    isPlanPresented: checkpoints.plan.presented !== null,
    isPlanApproved: plan !== null && checkpoints.plan.approved?.covers === plan.sha,
    isShortPath: risk?.path.includes('IMPLEMENTATION') === false,
    agents: Object.entries(agents).map(([name, { kind, worktree }]) => ({ name, kind, worktree })),
  };
  return protocolFactsFor(outline, agent, (worktree) => worktree);
}

/** What the rules about writing need to know of a protocol, whoever reads it. */
export interface ProtocolOutline {
  readonly state: TaskState;
  readonly isPlanPresented: boolean;
  /** Whether the plan as it stands is approved. */
  readonly isPlanApproved: boolean;
  /** Whether the path of the task has no IMPLEMENTATION. */
  readonly isShortPath: boolean;
  readonly agents: readonly {
    readonly name: string;
    readonly kind: 'reviewer' | 'updater';
    /** As it was recorded. */
    readonly worktree: string | null;
  }[];
}

/** The facts for one of the agents or (`null`) the coordinator; `pathOf` says where a recorded working tree lies, null when it is gone. */
export function protocolFactsFor(
  { state, isPlanPresented, isPlanApproved, isShortPath, agents }: ProtocolOutline,
  agent: string | null,
  pathOf: (worktree: string) => string | null,
): ProtocolWriteFacts {
  const treeOf = (worktree: string | null): string | null => (worktree === null ? null : pathOf(worktree));
  const own = agents.find(({ name }) => name === agent);
  const tree = treeOf(own?.worktree ?? null);
  const others = agents
    .filter(({ name }) => name !== agent)
    .flatMap(({ worktree }) => treeOf(worktree) ?? [])
    .filter((other) => other !== tree);
  return {
    state,
    isAwaitingApproval:
      (state === 'SYNTHESIS' && isPlanPresented && !isPlanApproved) || state === 'AWAITING_USER_APPROVAL',
    // On a short path the work is done in SYNTHESIS, behind the approval; elsewhere only from IMPLEMENTATION on. What is not said is not so.
    isPlanApproved: Boolean(isPlanApproved && (state !== 'SYNTHESIS' || isShortPath)),
    agentWorktree: agent === null ? null : (tree ?? NOWHERE),
    agentKind: own && (own.kind === 'updater' ? 'updater' : 'reviewer'),
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
