import type { ProtocolFacts } from './guard-policy.ts';

/** A file about to be written while a protocol runs. */
export interface ProtocolWrite {
  /** Links resolved. */
  readonly absolute: string;
  /** True for plans, logs, task lists and the like, which are no implementation. */
  readonly isCoordination: boolean;
}

/**
 * Why the protocol forbids a write; null when it does not. While a checkpoint waits nobody implements. In IMPLEMENTATION the
 * coordinator writes no sources, and an agent writes in its own working tree only. Coordination edits and fixes during
 * VALIDATION are allowed.
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
  const { state, agentWorktree } = protocol;
  const isWaiting = protocol.isAwaitingApproval === true || state === 'AWAITING_USER_APPROVAL';
  if (isWaiting && !write.isCoordination) {
    return `A checkpoint waits for the user (${state}); nothing is implemented until it is approved.`;
  }
  if (agentWorktree !== null && state === 'IMPLEMENTATION' && !isInside(write.absolute, agentWorktree)) {
    return 'In IMPLEMENTATION an agent writes in its own working tree only.';
  }
  if (agentWorktree === null && state === 'IMPLEMENTATION' && !write.isCoordination) {
    return 'In IMPLEMENTATION the coordinator writes no sources; give the work to an agent.';
  }
  return null;
}

function isInside(path: string, folder: string): boolean {
  const base = folder.replace(/\/+$/, '');
  return path.startsWith(`${base}/`);
}
