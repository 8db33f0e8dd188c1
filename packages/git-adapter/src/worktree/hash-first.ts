import type { TreePath, WorktreeState } from '@batonkit/core';
import { requireSafeName } from '../objects/safe-name.ts';
import { fromTreePath } from '../objects/tree-path.ts';

/**
 * Hashes files now, and adds to a look taken later those that it does not report as changed. The order matters: a file that is
 * edited in between is either reported, or hashed as it no longer is, which a restore refuses.
 */
export function hashFirst(
  also: readonly TreePath[] | undefined,
  hashOf: (name: Buffer) => string | null,
): (state: WorktreeState) => WorktreeState {
  if (also === undefined) return (state) => state;
  const hashed = also.map((path) => {
    const name = fromTreePath(path);
    requireSafeName(name);
    return { path, sha256: hashOf(name) };
  });
  return (state) => {
    const changed = new Set(state.changed.map(({ path }) => path));
    return { ...state, also: hashed.filter(({ path }) => !changed.has(path)) };
  };
}
