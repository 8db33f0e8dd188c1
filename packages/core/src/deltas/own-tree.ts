import type { GitWorktree } from '../ports/git-worktree.ts';
import type { TaskRecord } from '../machine/core-machine.ts';
import type { TreeLink } from '../slices/deltas.ts';
import type { Home } from '../record/slice.ts';
import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';

/** The task's own working tree cannot be looked at from here. Nothing was decided and nothing was counted. */
export type Elsewhere = Failure<
  'Elsewhere',
  {
    readonly taskId: string;
    /** The id of the working tree to go to; `null` when the task has none any more. */
    readonly worktree: string | null;
    /** Where it is, or was when it was recorded; `null` when nobody recorded that. */
    readonly path: string | null;
    /** Whether it is among the working trees of this repository now; left out where nobody looked. */
    readonly isKnown?: boolean;
    /** The working tree that was looked from. */
    readonly here: string;
  }
>;

/** Whether a working tree has an id, or had it before it was moved. */
export function isSameTree(worktree: GitWorktree, id: string): boolean {
  return id === worktree.id || worktree.sibling?.(id)?.id === worktree.id;
}

/**
 * The working tree that a task is judged by: the recorded one where a slice records one, wherever the caller is, and the caller's own for
 * every other task.
 */
export function ownTree(
  worktree: GitWorktree,
  record: Pick<TaskRecord, 'task_id'>,
  home: Home | null,
): Result<GitWorktree, Elsewhere> {
  const id = home?.worktree ?? null;
  if (id === worktree.id) return ok(worktree);
  if (id === null) return home?.isNeeded === true ? err(removed(worktree, record)) : ok(worktree);
  const found = worktree.sibling?.(id) ?? null;
  return found === null ? err(elsewhere(worktree, record, id, home?.path ?? null)) : ok(found);
}

/**
 * Why a difference from a hand-off is no drift: it was handed off in another working tree, and the one that was looked at never was it.
 * `null` when it is the same one, or the task's own.
 */
export function driftElsewhere(
  worktree: GitWorktree,
  record: TaskRecord,
  { role, snapshot }: TreeLink,
  home: Home | null,
): Elsewhere | null {
  return handedOffElsewhere(worktree, record, { role, snapshot }, home, ({ there, here, way }) => {
    const what = `${role} handed ${record.task_id} off in ${there}, and ${here} holds something else. No drift was counted.`;
    return `${what} ${way}, or bring what was handed off here first, by a commit or with the patch that diff prints.`;
  });
}

/** Why a drift cannot be resolved here: another working tree is the one that drifted. `null` when it is this one, or the task's own. */
export function resolveElsewhere(
  worktree: GitWorktree,
  record: TaskRecord,
  link: TreeLink,
  home: Home | null,
): Elsewhere | null {
  return handedOffElsewhere(worktree, record, link, home, ({ there, here, way }) => {
    const what = `${link.role} handed ${record.task_id} off in ${there}, and that is what drifted; this is ${here}.`;
    return `${what} Nothing was recorded. ${way}.`;
  });
}

/** Why nothing can be put back here: another working tree is the one that the snapshot is of. `null` when it is this one, or the task's own. */
export function restoreElsewhere(
  worktree: GitWorktree,
  record: TaskRecord,
  link: Pick<TreeLink, 'role' | 'snapshot'>,
  home: Home | null,
): Elsewhere | null {
  return handedOffElsewhere(worktree, record, link, home, ({ there, here, way }) => {
    const what = `The snapshot of ${link.role} is of ${there}, and this is ${here}. No file was changed.`;
    return `${what} ${way}, or have the whole snapshot in a directory of its own (into).`;
  });
}

function handedOffElsewhere(
  worktree: GitWorktree,
  record: TaskRecord,
  { snapshot }: Pick<TreeLink, 'role' | 'snapshot'>,
  home: Home | null,
  say: (words: { readonly there: string; readonly here: string; readonly way: string }) => string,
): Elsewhere | null {
  if (isSameTree(worktree, snapshot.worktree) || home?.worktree === worktree.id) return null;
  const sibling = worktree.sibling?.(snapshot.worktree)?.path ?? null;
  const path = sibling ?? snapshot.worktree_path ?? null;
  const here = worktree.path ?? worktree.id;
  const there = path === null ? `another working tree (${snapshot.worktree})` : path;
  const way = path === null ? 'Go on there' : `Go on there (cd ${quoted(path)})`;
  const data = { taskId: record.task_id, worktree: snapshot.worktree, path, here, isKnown: sibling !== null };
  return failure('Elsewhere', say({ there, here, way }), data);
}

/** Refuses to judge a task by another working tree than its own. */
function elsewhere(
  here: GitWorktree,
  { task_id }: Pick<TaskRecord, 'task_id'>,
  id: string,
  path: string | null,
): Elsewhere {
  const way = path === null ? 'Go there first.' : `Go there first: cd ${quoted(path)}`;
  const message = `The working tree of ${task_id} is ${path ?? id}, and this is ${here.path ?? here.id}. ${way} (If it is gone or was moved, make it again: baton worktree create ${task_id})`;
  return failure('Elsewhere', message, { taskId: task_id, worktree: id, path, here: here.path ?? here.id });
}

function removed(here: GitWorktree, { task_id }: Pick<TaskRecord, 'task_id'>): Elsewhere {
  const message = `${task_id} has no working tree any more, and ${here.path ?? here.id} is not it. Make it again: baton worktree create ${task_id}`;
  return failure('Elsewhere', message, { taskId: task_id, worktree: null, path: null, here: here.path ?? here.id });
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
