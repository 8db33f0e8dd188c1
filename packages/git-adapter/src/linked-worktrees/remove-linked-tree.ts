import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Unmet } from '@batonkit/core';
import { lockedTree } from './create-linked-tree.ts';
import { findMain } from './find-main.ts';
import { findOnlyInBook, findStandingIn, findStashed, findUncommitted, findUnmerged } from './find-obstacles.ts';
import { branchOf, type LinkedName, pathOf } from '../names/linked-name.ts';
import { inTheWay } from './linked-problem.ts';
import { findBranch, findCommit, type LinkedRepository } from './linked-repository.ts';
import {
  asPresent,
  findLinkedTree,
  type LinkedTree,
  listLinkedTrees,
  readEntries,
  type WorktreeEntry,
} from './list-linked-trees.ts';
import { setBranch } from './set-branch.ts';
import type { Locked } from './task-lock.ts';

/** What a removal did. */
export interface RemovedTree {
  /** False when nothing was there any more. */
  readonly removed: boolean;
  readonly path: string;
  readonly branch: string;
}

const REMOVING = '.removing-';

/**
 * Removes a working tree and its branch, or lists everything that is in the way. The folder is renamed first: from then on nobody
 * writes there, and a removal that is interrupted goes on without asking again for what was found clean.
 */
export async function removeLinkedTree(
  { repository }: Locked,
  name: LinkedName,
  { keepBranch, directories }: { readonly keepBranch: boolean; readonly directories: readonly string[] },
): Promise<RemovedTree> {
  const path = pathOf(repository.root, name);
  const going = join(dirname(path), `${REMOVING}${basename(path)}`);
  const tree = await findLinkedTree(repository, name);
  const answer = { path, branch: branchOf(name) };
  const wasBegun = existsSync(going);
  const entry = readEntries(repository).find((one) => one.path === path);
  if (tree === null && entry !== undefined) throw inTheWay([branchGone(answer)]);
  if (tree !== null) {
    const unmet = await findObstacles(repository, { tree, entry }, keepBranch, directories);
    if (unmet.length > 0) throw inTheWay(unmet);
    if (tree.state === 'present') {
      rmSync(going, { recursive: true, force: true });
      await repository.around('set aside', () => Promise.resolve(renameSync(path, going)));
    }
  }
  if (entry !== undefined) await repository.around('forget tree', () => repository.git(['worktree', 'remove', path]));
  if (tree !== null && !keepBranch) await setBranch(repository, { branch: tree.branch, from: tree.head, to: null });
  await repository.around('delete files', () => Promise.resolve(rmSync(going, { recursive: true, force: true })));
  for (const folder of [dirname(path), dirname(dirname(path)), repository.root]) removeEmpty(folder, repository.root);
  const removed = wasBegun || entry !== undefined || (tree !== null && (!keepBranch || tree.state === 'present'));
  return { removed, ...answer };
}

/** Everything else is found by way of the branch, so without one nothing was asked. */
function branchGone({ path, branch }: Pick<RemovedTree, 'path' | 'branch'>): Unmet {
  const detail = `${path} is a working tree, but its branch ${branch} is gone, so it cannot be told whether its commits are safe. Create it again, which brings the branch back, then remove it.`;
  return { condition: 'branch-there', detail };
}

function unfinished({ path }: LinkedTree): Unmet {
  const detail = `${path} is there, but not in git's list of working trees: its making was interrupted, it was moved, or it is another repository. Create it again, or put it elsewhere, then remove it.`;
  return { condition: 'finished', detail };
}

async function findObstacles(
  repository: LinkedRepository,
  { tree, entry }: { readonly tree: LinkedTree; readonly entry: WorktreeEntry | undefined },
  keepBranch: boolean,
  directories: readonly string[],
): Promise<readonly Unmet[]> {
  const unmet: Unmet[] = [];
  if (tree.state === 'unfinished') unmet.push(unfinished(tree));
  if (tree.locked !== null) unmet.push(lockedTree(tree.path, tree.locked));
  if (tree.agent === null) unmet.push(...(await findAgents(repository, tree, keepBranch)));
  unmet.push(...findStandingIn(tree, directories));
  let checkedOut: string | null = null;
  const present = asPresent(repository, tree);
  if (present !== null) {
    unmet.push(...(await findUncommitted(repository, present)));
    checkedOut = await findCommit(repository, 'HEAD', tree.path);
  } else if (entry !== undefined) unmet.push(...(await findOnlyInBook(repository, entry)));
  if (!keepBranch) {
    unmet.push(...(await findStashed(repository, tree)));
    const target = await findTarget(repository, tree);
    if (target === null) {
      const detail = `${tree.branch} cannot be compared with the branch of its task, which is gone. Keep the branch, or bring the other back.`;
      unmet.push({ condition: 'merged', detail });
    } else unmet.push(...(await findUnmerged(repository, tree, checkedOut, target)));
  } else if (checkedOut !== null) {
    // The branch stays, but a detached HEAD may hold commits that no branch leads to.
    unmet.push(
      ...(await findUnmerged(repository, { ...tree, head: checkedOut }, null, {
        name: tree.branch,
        commit: tree.head,
      })),
    );
  }
  return unmet;
}

/** A task's branch is what its agents' branches are compared with, so it goes last. */
async function findAgents(
  repository: LinkedRepository,
  { taskId }: LinkedTree,
  keepBranch: boolean,
): Promise<readonly Unmet[]> {
  if (keepBranch) return [];
  const agents = (await listLinkedTrees(repository, taskId)).filter(({ agent }) => agent !== null);
  if (agents.length === 0) return [];
  const detail = `These agents still have a working tree or a branch: ${agents.map(({ agent }) => agent).join(', ')}. Remove them first.`;
  return [{ condition: 'agents-removed', detail }];
}

async function findTarget(
  repository: LinkedRepository,
  { taskId, agent }: LinkedName,
): Promise<{ readonly name: string; readonly commit: string } | null> {
  if (agent === null) {
    const main = await findMain(repository);
    return { name: main.branch, commit: main.commit };
  }
  const name = branchOf({ taskId, agent: null });
  const commit = await findBranch(repository, name);
  return commit === null ? null : { name, commit };
}

function removeEmpty(folder: string, root: string): void {
  if (folder.startsWith(root) && existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
