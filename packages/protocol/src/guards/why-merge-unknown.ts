import { lookAgain, whyUnshown } from './find-unshown.ts';
import type { ProtocolView } from './guard.ts';

/**
 * Why nobody can tell what a merge that is not recorded yet changed on the main branch; `null` when that is known: from the lock of main, or
 * because a person saw these very commits.
 */
export function whyMergeUnknown({ record, protocol, facts }: ProtocolView, commit: string): string | null {
  const { main, main_was: before = commit, tree } = facts;
  if (main === null || !main.holds || protocol.merge?.commit === commit) return null;
  const isShown = protocol.checkpoints.change.presented?.head === commit;
  if (isShown || (before !== commit && (main.head === commit || tree?.base === before))) return null;
  return `${main.branch ?? 'The main branch'} had ${commit} before its lock was taken, and other commits were presented, so nobody can tell what this merge changed on it. ${lookAgain(record.task_id)}`;
}

/** What main has already and nobody approved; then a person has to look again before the task can end. */
export function whyMainUnapproved(view: ProtocolView): string | null {
  const { main, tree } = view.facts;
  if (main?.has !== true || tree === null) return null;
  return whyUnshown(view) ?? whyMergeUnknown(view, tree.head);
}
