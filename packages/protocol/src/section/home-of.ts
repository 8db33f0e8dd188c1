import type { Home } from '@batonkit/core/machine';
import type { ProtocolRecord } from './protocol-record.ts';

/** The working tree that a task under the protocol is judged by, wherever the caller is. */
export function homeOf({ protocol }: Pick<ProtocolRecord, 'protocol'>): Home | null {
  if (protocol === null) return null;
  const { worktree, worktree_path: path = null, state } = protocol;
  // A task that left INIT had a working tree, and needs it until CLEANUP.
  return { worktree, path, isNeeded: state !== 'INIT' && state !== 'CLEANUP' };
}
