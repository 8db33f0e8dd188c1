import type { HookTask } from './hook-task.ts';

/** Where a session works. */
export interface HookPlace {
  /** The working tree, by each name a record may know it under (its path, the id of its `GitWorktree`). */
  readonly names: readonly string[];
  /** The task that the session was told to work on, when it was. */
  readonly task: string | null;
}

/**
 * The tasks that concern a session: the one it was told to work on; else those it owns or has a turn in; else those that live in its
 * working tree; else every task that is under way and has no working tree of its own.
 */
export function selectTasks(
  tasks: readonly HookTask[],
  session: string,
  { names, task }: HookPlace,
): readonly HookTask[] {
  if (task !== null) return tasks.filter(({ id }) => id === task);
  const choices = [
    (one: HookTask) =>
      one.protocol?.owner === session ||
      one.openTurns.some((turn) => turn.session !== null && turn.session === session),
    ({ protocol }: HookTask) => worktreesOf(protocol).some((worktree) => names.includes(worktree)),
    ({ protocol, openTurns }: HookTask) => (protocol === null ? openTurns.length > 0 : protocol.worktree === null),
  ];
  return choices.map((belongs) => tasks.filter(belongs)).find((chosen) => chosen.length > 0) ?? [];
}

function worktreesOf(protocol: HookTask['protocol']): readonly string[] {
  if (protocol === null) return [];
  return [protocol.worktree, ...protocol.agents.map(({ worktree }) => worktree)].filter((name) => name !== null);
}
