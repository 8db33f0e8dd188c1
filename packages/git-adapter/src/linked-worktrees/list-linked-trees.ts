import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errnoOf } from '../host/git-problem.ts';
import { readOrdinaryFile } from '../host/read-ordinary-file.ts';
import { branchOf, type LinkedName, nameOfBranch, pathOf } from '../names/linked-name.ts';
import type { LinkedRepository } from './linked-repository.ts';

/** A linked working tree with its branch. */
export interface LinkedTree extends LinkedName {
  readonly branch: string;
  /** Where its files are, or would be. */
  readonly path: string;
  /** The commit of its branch. */
  readonly head: string;
  /**
   * `present`; `missing` when its folder was deleted but git still knows of it; `branch-only` when there is just the branch;
   * `unfinished` when its making was interrupted. `create` mends all but the first.
   */
  readonly state: 'present' | 'missing' | 'branch-only' | 'unfinished';
  /** Why `git worktree lock` keeps it, `''` when no reason was given; `null` when it is not locked. */
  readonly locked: string | null;
}

/** A linked working tree that is there, with its own git directory (index, HEAD). */
export interface PresentTree extends LinkedTree {
  readonly gitDirectory: string;
}

/** A working tree as git lists it. */
export interface ListedTree {
  readonly path: string;
  /** The branch it has checked out; `null` when it has none. */
  readonly branch: string | null;
  readonly head: string | null;
  readonly isBare: boolean;
}

/** A linked working tree as git keeps book of it. */
export interface WorktreeEntry {
  /** Its own git directory: index, HEAD. */
  readonly gitDirectory: string;
  readonly path: string;
  readonly locked: string | null;
}

/** All working trees that git knows of, the main one first. */
export async function listTrees({ git }: LinkedRepository): Promise<readonly ListedTree[]> {
  const text = await git(['worktree', 'list', '--porcelain']);
  return text.split(/\n\n+/).flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(block)?.[1] ?? null;
    const path = field('worktree');
    if (path === null) return [];
    const branch = field('branch')?.replace(/^refs\/heads\//, '') ?? null;
    return [{ path, branch, head: field('HEAD'), isBare: /^bare$/m.test(block) }];
  });
}

/** Git's book of linked working trees. Read from its files: what `git worktree list` tells depends on its version. */
export function readEntries({ commonDirectory }: LinkedRepository): readonly WorktreeEntry[] {
  const folder = join(commonDirectory, 'worktrees');
  return readNames(folder).flatMap((name) => {
    const gitDirectory = join(folder, name);
    const link = readText(join(gitDirectory, 'gitdir'));
    if (link === null) return [];
    const path = dirname(resolve(gitDirectory, link.trim()));
    return [{ gitDirectory, path, locked: readText(join(gitDirectory, 'locked'))?.trim() ?? null }];
  });
}

/** The linked working trees of Batonkit, by branch. */
export async function listLinkedTrees(
  repository: LinkedRepository,
  taskId: string | null,
): Promise<readonly LinkedTree[]> {
  // Not the short name: git makes that longer where a tag or a remote has the same one.
  const format = '--format=%(objectname) %(refname:lstrip=2)';
  const refs = await repository.git(['for-each-ref', format, 'refs/heads/baton/']);
  const entries = readEntries(repository);
  return refs.split('\n').flatMap((line): LinkedTree[] => {
    const [head = '', branch = ''] = line.split(' ');
    const name = nameOfBranch(branch);
    if (name === null || (taskId !== null && name.taskId !== taskId)) return [];
    const path = pathOf(repository.root, name);
    const entry = entries.find((one) => one.path === path);
    const isThere = existsSync(join(path, '.git'));
    const state = entry === undefined ? (isThere ? 'unfinished' : 'branch-only') : isThere ? 'present' : 'missing';
    return [{ ...name, branch, path, head, state, locked: entry?.locked ?? null }];
  });
}

/** The linked working tree of a name; `null` when not even its branch is there. */
export async function findLinkedTree(repository: LinkedRepository, name: LinkedName): Promise<LinkedTree | null> {
  const all = await listLinkedTrees(repository, name.taskId);
  return all.find(({ branch }) => branch === branchOf(name)) ?? null;
}

/** The own git directory of a tree; `null` when its files are not there. */
export function asPresent(repository: LinkedRepository, tree: LinkedTree | null): PresentTree | null {
  const entry = tree?.state === 'present' ? readEntries(repository).find(({ path }) => path === tree.path) : undefined;
  return tree === null || entry === undefined ? null : { ...tree, gitDirectory: entry.gitDirectory };
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function readText(path: string): string | null {
  try {
    return readOrdinaryFile(path).toString('utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}
