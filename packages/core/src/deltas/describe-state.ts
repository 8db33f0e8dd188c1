import type { ChangedFile, WorktreeState } from '../ports/git-worktree.ts';
import { encodeBase64 } from './encode-base64.ts';
import type { WorktreeSnapshot } from '../slices/worktree-snapshot.ts';

/**
 * The part of a snapshot that says what a look found, with what the snapshot before had at the same paths.
 *
 * @example
 * ```ts
 * import { describeState, findDrift } from '@batonkit/core';
 *
 * const state = { head: 'a'.repeat(40), branch: 'main', status: new Uint8Array(), changed: [] };
 * const handedOff = { ...describeState(state), tree: 'b'.repeat(40) };
 * findDrift(handedOff, { state, committed: null }, 'dirty').verdict; // => 'unchanged'
 * ```
 */
export function describeState(
  { head, status, changed, surroundings }: WorktreeState,
  before: Pick<WorktreeSnapshot, 'files_changed'> | null = null,
): Pick<WorktreeSnapshot, 'head' | 'status_report' | 'file_metadata' | 'files_changed'> &
  Partial<Pick<WorktreeSnapshot, 'surroundings'>> {
  const earlier = new Map(before?.files_changed.map(({ path, sha256 }) => [path, sha256]));
  return {
    head,
    status_report: encodeBase64(status),
    file_metadata: changed
      .filter((file): file is ChangedFile & { mode: string } => file.mode !== null)
      .map(({ path, mode, size }) => ({ path, mode, size })),
    files_changed: changed.map(({ path, status: kind, xy, sha256, staged }) => ({
      path,
      status: kind,
      xy,
      sha256,
      previous_sha256: earlier.get(path) ?? null,
      ...(staged !== undefined && { staged }),
    })),
    ...(surroundings !== undefined && { surroundings }),
  };
}
