import { existsSync, realpathSync } from 'node:fs';
import { basename, join, relative, isAbsolute } from 'node:path';
import type { Unmet } from '@batonkit/core';
import type { LinkedTree, PresentTree, WorktreeEntry } from './list-linked-trees.ts';
import { findCommit, type LinkedRepository } from './linked-repository.ts';

const MOST = 20;

/** Joins a list for people, and says how many more there are. */
export function some(items: readonly string[]): string {
  const shown = items.slice(0, MOST).join(', ');
  return items.length > MOST ? `${shown} and ${items.length - MOST} more` : shown;
}

/** What git keeps in a working tree's own directory while something is half done there. */
const IN_PROGRESS: readonly (readonly [file: string, what: string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['BISECT_LOG', 'a bisect'],
];

/** What is half done in a working tree. */
export function findInProgress({ path, gitDirectory }: Pick<PresentTree, 'path' | 'gitDirectory'>): readonly Unmet[] {
  const half = IN_PROGRESS.filter(([file]) => existsSync(join(gitDirectory, file))).map(([, what]) => what);
  return half.map((what) => ({
    condition: 'nothing-in-progress',
    detail: `${path}: ${what} is in progress. Finish it first.`,
  }));
}

/** What is in no commit in a working tree, or half done there. Ignored files do not count: they can be made again. */
export async function findUncommitted(
  repository: LinkedRepository,
  { path, gitDirectory }: PresentTree,
): Promise<readonly Unmet[]> {
  const unmet: Unmet[] = [...findInProgress({ path, gitDirectory })];
  if (existsSync(join(gitDirectory, 'modules'))) {
    const detail = `${path} holds submodules with repositories of their own, which may have work that is nowhere else. Push it, then deinit them there.`;
    unmet.push({ condition: 'no-submodules', detail });
  }
  const state = await repository.observe(path);
  if (state.isErr()) {
    const detail = `${path} cannot be looked at: ${state.error.message}`;
    return [...unmet, { condition: 'readable', detail }];
  }
  const untracked = state.value.changed.filter(({ xy }) => xy === '??').map((file) => file.path);
  const changed = state.value.changed.filter(({ xy }) => xy !== '??').map((file) => file.path);
  if (changed.length > 0)
    unmet.push({ condition: 'committed', detail: `${path} holds uncommitted changes: ${some(changed)}. Commit them.` });
  if (untracked.length > 0)
    unmet.push({
      condition: 'nothing-untracked',
      detail: `${path} holds files that git does not track: ${some(untracked)}. Commit them, ignore them or move them away.`,
    });
  return unmet;
}

/** Commits that are on a tree's branch, or checked out in it, and not in `target`. */
export async function findUnmerged(
  { git }: LinkedRepository,
  tree: LinkedTree,
  checkedOut: string | null,
  target: { readonly name: string; readonly commit: string },
): Promise<readonly Unmet[]> {
  const tips = [tree.head, ...(checkedOut === null ? [] : [checkedOut])];
  const listed = await git(['log', '--format=%h %s', `--max-count=${MOST + 1}`, ...tips, `^${target.commit}`, '--']);
  if (listed === '') return [];
  const isDetached = target.name === tree.branch;
  const what = `${isDetached ? tree.path : tree.branch} holds commits that are not in ${target.name}: ${some(listed.split('\n'))}.`;
  const remove = `baton worktree remove ${tree.taskId}${tree.agent === null ? '' : ` ${tree.agent}`} --keep-branch`;
  const detail = isDetached
    ? `${what} Make a branch of them first.`
    : `${what} To remove only the folder and keep the commits on that branch: ${remove} (Only what is approved is ${tree.agent === null ? 'landed' : 'merged'}; work that was rejected or given up can stay on its branch.)`;
  return [{ condition: 'merged', detail }];
}

/** Commits that only git's book of a deleted working tree still leads to, because no branch was checked out there. */
export async function findOnlyInBook(
  repository: LinkedRepository,
  { gitDirectory, path }: WorktreeEntry,
): Promise<readonly Unmet[]> {
  const head = await findCommit(repository, `worktrees/${basename(gitDirectory)}/HEAD`);
  if (head === null) return [];
  const others = ['--not', '--branches', '--tags', '--remotes'];
  const listed = await repository.git(['log', '--format=%h %s', `--max-count=${MOST + 1}`, head, ...others, '--']);
  if (listed === '') return [];
  const detail = `The folder ${path} was deleted while no branch was checked out there, and no branch leads to these commits: ${some(listed.split('\n'))}. Make a branch of them first.`;
  return [{ condition: 'commits-on-branch', detail }];
}

/** A stash belongs to the repository and would outlive the tree, but nobody would know any more where it belongs. */
export async function findStashed(repository: LinkedRepository, { branch }: LinkedTree): Promise<readonly Unmet[]> {
  if ((await findCommit(repository, 'refs/stash')) === null) return [];
  const listed = await repository.git(['log', '--walk-reflogs', '--format=%gd %gs', 'refs/stash', '--']);
  const own = listed.split('\n').filter((line) => new RegExp(`^\\S+ (?:WIP on|On) ${escape(branch)}: `).test(line));
  if (own.length === 0) return [];
  return [{ condition: 'nothing-stashed', detail: `Work on ${branch} is stashed: ${some(own)}. Apply and commit it.` }];
}

/** Folders that somebody stands in. */
export function findStandingIn({ path }: LinkedTree, directories: readonly string[]): readonly Unmet[] {
  const inside = directories.filter((directory) => {
    const way = relative(real(path), real(directory));
    return way === '' || (!/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way));
  });
  if (inside.length === 0) return [];
  const detail = `${inside.join(', ')} is the current directory. Go elsewhere first.`;
  return [{ condition: 'not-current-directory', detail }];
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function escape(text: string): string {
  return text.replaceAll(/[^\w/-]/g, '\\$&');
}
