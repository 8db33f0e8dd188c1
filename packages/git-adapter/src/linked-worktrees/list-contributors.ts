import { findMain } from './find-main.ts';
import { branchOf } from '../names/linked-name.ts';
import { inTheWay } from './linked-problem.ts';
import { findBranch, type LinkedRepository } from './linked-repository.ts';

/** An agent whose commits are on a task's branch, with the subjects of them, oldest first. */
export interface TaskContributor {
  readonly agent: string;
  readonly subjects: readonly string[];
}

/** Who contributed to a task, by the `[agent-name]` at the beginning of commit messages, in the order of first commits. */
export async function listContributors(
  repository: LinkedRepository,
  taskId: string,
): Promise<readonly TaskContributor[]> {
  const branch = branchOf({ taskId, agent: null });
  if ((await findBranch(repository, branch)) === null)
    throw inTheWay([{ condition: 'task-worktree', detail: `${taskId} has no branch ${branch}.` }]);
  const { commit } = await findMain(repository);
  const log = await repository.git([
    'log',
    '--reverse',
    '--topo-order',
    '--format=%s',
    `${commit}..refs/heads/${branch}`,
    '--',
  ]);
  const found = new Map<string, string[]>();
  for (const line of log.split('\n')) {
    const [, agent, subject] = /^\[([A-Za-z][A-Za-z0-9_-]{0,63})\] (.*)$/.exec(line) ?? [];
    if (agent !== undefined) found.set(agent, [...(found.get(agent) ?? []), subject ?? '']);
  }
  return Array.from(found, ([agent, subjects]) => ({ agent, subjects }));
}
