import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failure, type Unmet } from '@batonkit/core';
import { findUncommitted } from './find-obstacles.ts';
import { branchOf, type LinkedName } from '../names/linked-name.ts';
import { inTheWay, LinkedProblem } from './linked-problem.ts';
import type { LinkedRepository } from './linked-repository.ts';
import { asPresent, type LinkedTree, listLinkedTrees, type PresentTree } from './list-linked-trees.ts';
import { moveBranch } from './move-branch.ts';
import { replayCommits } from './replay-commits.ts';
import type { Locked } from './task-lock.ts';

/** What a merge or a refresh came to. Both branches are at `head` after a merge. */
export interface BranchMerge {
  /**
   * `nothing`: the agent has no commits of its own; `fast-forward`: the task branch had not moved; `rebased`: it had, and the
   * agent's commits were replayed on it.
   */
  readonly how: 'nothing' | 'fast-forward' | 'rebased';
  readonly head: string;
  /** Where the task branch was before. */
  readonly taskBefore: string;
  /** Where the agent's branch was before. */
  readonly agentBefore: string;
}

/** Brings an agent's branch on top of the task branch and, for a merge, the task branch up to it. */
export async function mergeAgent(
  locked: Locked,
  name: LinkedName & { readonly agent: string },
  { isRefresh }: { readonly isRefresh: boolean },
): Promise<BranchMerge> {
  const { repository, folder } = locked;
  for (const file of readdirSync(folder))
    if (file.startsWith('replay-')) rmSync(join(folder, file), { recursive: true, force: true });
  const all = await listLinkedTrees(repository, name.taskId);
  const agent = requirePresent(repository, all, name);
  const task = requirePresent(repository, all, { taskId: name.taskId, agent: null });
  const unmet = [...(await findUnready(repository, agent)), ...(isRefresh ? [] : await findUnready(repository, task))];
  if (unmet.length > 0) throw inTheWay(unmet);

  const [taskBefore, agentBefore] = [task.head, agent.head];
  const how = await compare(repository, agentBefore, taskBefore);
  const head =
    how === 'nothing'
      ? taskBefore
      : how === 'fast-forward'
        ? agentBefore
        : await replay(locked, name, { head: agentBefore, onto: taskBefore, cwd: agent.path });
  await moveBranch(locked, { branch: agent.branch, from: agentBefore, to: head, path: agent.path }, agent.gitDirectory);
  const forward = { branch: task.branch, from: taskBefore, to: head, path: task.path };
  if (!isRefresh) await moveBranch(locked, forward, task.gitDirectory);
  return { how, head, taskBefore, agentBefore };
}

async function compare({ tryGit }: LinkedRepository, agent: string, task: string): Promise<BranchMerge['how']> {
  const { stdout } = await tryGit(['merge-base', task, agent]);
  const base = stdout.toString('latin1').trim();
  return base === agent ? 'nothing' : base === task ? 'fast-forward' : 'rebased';
}

async function replay(
  locked: Locked,
  { taskId, agent }: { readonly taskId: string; readonly agent: string },
  given: { readonly head: string; readonly onto: string; readonly cwd: string },
): Promise<string> {
  const replayed = await replayCommits(locked, given);
  if (replayed.outcome === 'replayed') return replayed.head;
  const { commit, subject, files } = replayed;
  const message = `${commit.slice(0, 12)} of ${agent} (${subject}) conflicts with the branch of ${taskId} in ${files.join(', ')}. Nothing was changed. Let the agent rebase its branch on ${branchOf({ taskId, agent: null })} in its own working tree, then merge again.`;
  throw new LinkedProblem(
    failure('MergeConflict', message, { taskId, agent, commit, subject, onto: given.onto, files }),
  );
}

function requirePresent(repository: LinkedRepository, all: readonly LinkedTree[], name: LinkedName): PresentTree {
  const tree = all.find(({ branch }) => branch === branchOf(name)) ?? null;
  const present = asPresent(repository, tree);
  if (present !== null) return present;
  const whose = name.agent ?? name.taskId;
  const detail = `The working tree of ${whose} is ${tree === null ? 'not there' : tree.state}. Create it first.`;
  throw inTheWay([{ condition: 'worktree', detail }]);
}

/** Untracked files may stay where they are; a move that would overwrite one is refused later. */
async function findUnready(repository: LinkedRepository, tree: PresentTree): Promise<readonly Unmet[]> {
  const uncommitted = await findUncommitted(repository, tree);
  const unmet = uncommitted.filter(
    ({ condition }) => condition !== 'nothing-untracked' && condition !== 'no-submodules',
  );
  const attached = await repository.tryGit(['symbolic-ref', '--quiet', 'HEAD'], { cwd: tree.path });
  const on = attached.stdout.toString('utf8').trim();
  if (on === `refs/heads/${tree.branch}`) return unmet;
  const found = on === '' ? 'no branch' : on.replace('refs/heads/', '');
  const detail = `${tree.path} has ${found} checked out instead of ${tree.branch}. Go back to that branch there.`;
  return [...unmet, { condition: 'on-branch', detail }];
}
