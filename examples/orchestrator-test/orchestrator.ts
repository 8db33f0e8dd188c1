import type { Baton } from 'batonkit';
import { type GitWorktree, type ImmutableSection, orThrow, type TaskStore } from '@batonkit/core';

/** What an orchestrator is given to run one task. */
export interface Job {
  readonly taskId: string;
  readonly immutable: ImmutableSection;
  /** What each role does in its turn. A turn that was cut short is done again, so the work must bear repeating. */
  readonly agents: Readonly<Record<string, () => void>>;
  /** Told before a role starts. */
  readonly announce: (role: string) => void;
  /** Asked when somebody edited files after this role's turn; its answer is the note for the record. */
  readonly askAboutDrift: (role: string) => string;
}

/**
 * Takes a task through all its roles. Everything it has to remember is in the record: killed at any moment and started again, it goes on
 * where it stopped. The operation ids make a step that was done, but whose answer was lost, count once.
 */
export async function runTask(
  baton: Baton<{ tasks: TaskStore; worktree: GitWorktree }>,
  { taskId, immutable, agents, announce, askAboutDrift }: Job,
): Promise<void> {
  const actor = 'orchestrator';
  if ((await orThrow(baton.contexts.get(taskId))) === null) {
    const made = await baton.contexts.init(taskId, { actor, immutable, operationId: `${taskId}/init` });
    // An earlier run made this context, and it was purged since: the task is over.
    if (made.isErr() && made.error.code === 'OperationIdReused') return;
    await orThrow(made);
  }
  for (;;) {
    const task = await orThrow(baton.contexts.get(taskId));
    const role = task?.record.roles.find((name) => task.record.coordination[name]?.status !== 'done');
    if (task === null || role === undefined) return;
    // A step is named after the revision that it was decided on: a repeated step counts once, and the same step in a later round is another.
    const nameStep = (step: string) => `${taskId}/${task.revision}/${step}`;

    // The record knows that files were edited between two turns, also when this process did not live to hear it.
    const drifted = task.record.roles.find((name) => (task.record.coordination[name]?.drift_budget ?? 0) > 0);
    if (drifted !== undefined) {
      const note = askAboutDrift(drifted);
      const resolved = { actor: 'a person', role: drifted, note, accept: 'current-tree' } as const;
      await orThrow(baton.deltas.resolveDrift(taskId, { ...resolved, operationId: nameStep('resolve-drift') }));
      continue;
    }
    if (task.record.coordination[role]?.status !== 'in_progress') {
      announce(role);
      const started = await baton.startTurn(taskId, { actor, role, operationId: nameStep('start') });
      if (started.isErr() && started.error.code === 'DriftDetected') continue;
      await orThrow(started);
    }
    agents[role]?.();
    await orThrow(baton.handOff(taskId, { actor, role, allowClean: true, operationId: nameStep('hand-off') }));
  }
}
