import type { CommitChange, ContentFile } from '@batonkit/core';
import type { ProtocolView } from './guard.ts';

/** A path that a commit changes and that nobody is shown. */
export interface Unshown {
  readonly commit: string;
  readonly path: string;
  /** True when only the content is new: the path was presented. */
  readonly isNew: boolean;
}

const MOST = 20;

/**
 * What commits write that is not in the patch that a person sees: a path that is as it was in the end, a side that a merge dropped, and, where
 * other commits were presented, a content that those did not have.
 */
export function findUnshown(
  written: readonly CommitChange[],
  files: readonly ContentFile[],
  shown: readonly CommitChange[] | null,
): readonly Unshown[] {
  const inPatch = new Set(files.map(({ path }) => path));
  const known = shown === null ? null : new Set(shown.map(nameOf));
  const foreign = written.filter(({ isDropped, path }) => isDropped || !inPatch.has(path));
  const since = written.filter((change) => known?.has(nameOf(change)) === false && !foreign.includes(change));
  return [...foreign, ...since]
    .slice(0, MOST)
    .map((change) => ({ commit: change.commit, path: change.path, isNew: since.includes(change) }));
}

function nameOf({ path, content }: CommitChange): string {
  return `${content} ${path}`;
}

/** Why the commits of the task must not reach the main branch, and how to go on; `null` when a person is shown all that they write. */
export function whyUnshown(
  { record, facts }: ProtocolView,
  { isPresented = true }: { readonly isPresented?: boolean } = {},
): string | null {
  const { tree } = facts;
  const unshown = (facts.unshown ?? []).filter(({ isNew }) => isPresented || !isNew);
  if (unshown.length === 0) return null;
  const named = unshown.slice(0, 5).map(({ commit, path }) => `${path} (commit ${commit.slice(0, 12)})`);
  const all = `${named.join(', ')}${unshown.length > named.length ? ' ...' : ''}`;
  const what = `The history of ${record.task_id} writes what nobody was shown for approval: ${all}.`;
  if (facts.main?.has === true)
    return `${what} ${facts.main.branch ?? 'The main branch'} has it already. ${lookAgain(record.task_id)}`;
  const squash = `git update-ref HEAD $(git commit-tree -p ${tree?.base ?? 'main'} -m ${record.task_id} "HEAD^{tree}")`;
  return `${what} Put the change into one commit, in the tree of the task: ${squash} - that changes no file, and the reflog keeps the old commits. Then try again.`;
}

/** How a person gets to look again at a change that is behind its checkpoint. */
export function lookAgain(taskId: string): string {
  return `Let a person look: baton send ${taskId} return because=approval-without-coverage note=<why>, then present the change again.`;
}
