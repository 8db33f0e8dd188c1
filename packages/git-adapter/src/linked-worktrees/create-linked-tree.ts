import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Unmet, Warning } from '@batonkit/core';
import { gitProblem } from '../host/git-problem.ts';
import { findOnlyInBook } from './find-obstacles.ts';
import { branchOf, type LinkedName, pathOf } from '../names/linked-name.ts';
import { inTheWay } from './linked-problem.ts';
import { findBranch, findCommit, type LinkedRepository } from './linked-repository.ts';
import { findLinkedTree, type LinkedTree, listTrees, readEntries } from './list-linked-trees.ts';
import { findMain } from './find-main.ts';
import { setBranch } from './set-branch.ts';
import { warnOfBranch } from './warn-of-branch.ts';
import type { Locked } from './task-lock.ts';

/** A linked working tree that was made, or was there. */
export interface CreatedTree extends LinkedTree {
  /** Says when the branch was there already and has commits of its own, or is not at the `base` that was asked for; left out when there is nothing to say. */
  readonly warnings?: readonly Warning[];
}

/**
 * Makes the working tree of a name and its branch, or what is missing of them. The files are checked out in a folder beside, which
 * gets its name only when it is complete: what has the name is whole, and what an interrupted attempt left behind is known by its
 * name and goes.
 */
export async function createLinkedTree(
  { repository }: Locked,
  name: LinkedName,
  base: string | undefined,
): Promise<CreatedTree> {
  const branch = branchOf(name);
  const path = pathOf(repository.root, name);
  await sweepMaking(repository, path);
  const known = await findBranch(repository, branch);
  const head = known ?? (await makeBranch(repository, name, base));
  const holder = (await listTrees(repository)).find((tree) => tree.branch === branch && tree.path !== path);
  if (holder !== undefined && existsSync(holder.path)) {
    const detail = `The branch ${branch} is checked out in ${holder.path}. Let it go there first.`;
    throw inTheWay([{ condition: 'branch-free', detail }]);
  }
  await mendEntry(repository, path);
  if (!existsSync(join(path, '.git'))) {
    refuseTaken(path);
    await makeTree(repository, { path, branch, head });
  }
  const made = await findLinkedTree(repository, name);
  if (made?.state !== 'present') throw gitProblem('command-failed', `${path} is not a working tree after it was made`);
  const warnings = known === null ? [] : await warnOfBranch(repository, name, base);
  return warnings.length === 0 ? made : { ...made, warnings };
}

async function makeBranch(repository: LinkedRepository, name: LinkedName, base: string | undefined): Promise<string> {
  const to = name.agent === null ? await findTaskBase(repository, base) : await findAgentBase(repository, name, base);
  await setBranch(repository, { branch: branchOf(name), from: null, to });
  return to;
}

async function findTaskBase(repository: LinkedRepository, base: string | undefined): Promise<string> {
  if (base === undefined) return (await findMain(repository)).commit;
  const commit = await findCommit(repository, base);
  if (commit === null) throw gitProblem('unknown-commit', base);
  return commit;
}

async function findAgentBase(
  repository: LinkedRepository,
  { taskId }: LinkedName,
  base: string | undefined,
): Promise<string> {
  const task = await findBranch(repository, branchOf({ taskId, agent: null }));
  if (base !== undefined) {
    const detail = 'An agent begins where the task is; only the working tree of the task takes a base.';
    throw inTheWay([{ condition: 'base', detail }]);
  }
  if (task !== null) return task;
  const detail = `${taskId} has no branch yet. Create the working tree of the task first.`;
  throw inTheWay([{ condition: 'task-worktree', detail }]);
}

/** Brings git's book in line with a folder that moved into its place, or that somebody deleted. */
async function mendEntry(repository: LinkedRepository, path: string): Promise<void> {
  const link = readLink(path);
  const entry = readEntries(repository).find((one) => one.path === path);
  if (link !== null && isOurs(repository, link)) {
    if (entry === undefined) await repository.around('repair', () => repository.git(['worktree', 'repair', path]));
    return;
  }
  if (entry === undefined || existsSync(path)) return;
  const locked = entry.locked === null ? [] : [lockedTree(path, entry.locked)];
  const unmet = [...locked, ...(await findOnlyInBook(repository, entry))];
  if (unmet.length > 0) throw inTheWay(unmet);
  await repository.around('forget missing', () => repository.git(['worktree', 'remove', path]));
}

/** The folder of git's book that a working tree's `.git` file names. */
function readLink(path: string): string | null {
  const file = join(path, '.git');
  if (!existsSync(file) || !lstatSync(file).isFile()) return null;
  const target = /^gitdir: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  return target === undefined ? null : resolve(path, target);
}

function isOurs({ commonDirectory }: LinkedRepository, link: string): boolean {
  return dirname(link) === join(commonDirectory, 'worktrees') && existsSync(join(link, 'HEAD'));
}

/** What keeps a locked working tree, for a person. */
export function lockedTree(path: string, reason: string): Unmet {
  const why = reason === '' ? '' : ` (${reason})`;
  return {
    condition: 'unlocked',
    detail: `${path} is locked by git worktree lock${why}. Whoever locked it can unlock it.`,
  };
}

function refuseTaken(path: string): void {
  if (!existsSync(path)) return;
  if (lstatSync(path).isDirectory() && readdirSync(path).length === 0) {
    rmdirSync(path);
    return;
  }
  const detail = `${path} exists and is not a working tree of this repository. Move it elsewhere, or choose another root.`;
  throw inTheWay([{ condition: 'path-free', detail }]);
}

const MAKING = '.making-';

async function makeTree(
  repository: LinkedRepository,
  { path, branch, head }: { readonly path: string; readonly branch: string; readonly head: string },
): Promise<void> {
  const { git, around } = repository;
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const making = mkdtempSync(join(folder, `${MAKING}${basename(path)}-`));
  // Detached, because git would not give the branch to a second attempt while a first one seems to have it.
  await around('add tree', () => git(['worktree', 'add', '--quiet', '--detach', making, head]));
  await around('take branch', () => git(['symbolic-ref', 'HEAD', `refs/heads/${branch}`], { cwd: making }));
  await around('name tree', () => Promise.resolve(renameSync(making, path)));
  await around('repair', () => git(['worktree', 'repair', path]));
}

/** Clears away what interrupted attempts left. Nobody works there, and nothing in it is anybody's. */
async function sweepMaking(repository: LinkedRepository, path: string): Promise<void> {
  const folder = dirname(path);
  for (const entry of readEntries(repository)) {
    const isHere = dirname(entry.path) === folder && basename(entry.path).startsWith(MAKING);
    // Renamed to its own name already: only the book is behind, and is mended later.
    if (!isHere || (!existsSync(entry.path) && readLink(path) === entry.gitDirectory)) continue;
    await repository.around('sweep', () => repository.git(['worktree', 'remove', '--force', '--force', entry.path]));
  }
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name.startsWith(MAKING)) rmSync(join(folder, name), { recursive: true, force: true });
}
