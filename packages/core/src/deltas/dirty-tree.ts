import type { Warning } from '../result/warning.ts';
import type { TreePath } from '../ports/git-worktree.ts';

const NAMED_FILES = 10;

/** The warning that files were changed before any turn, if there are such. Nobody can tell later whose changes they were. */
export function warnOfDirtyTree(changed: readonly TreePath[]): readonly Warning<'DirtyTree'>[] {
  if (changed.length === 0) return [];
  const more = changed.length > NAMED_FILES ? ` and ${changed.length - NAMED_FILES} more` : '';
  const message = `The working tree has changes that are not committed, and they will count as the first role's work: ${changed.slice(0, NAMED_FILES).join(', ')}${more}.`;
  return [{ code: 'DirtyTree', message }];
}
