import fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DEFAULT_STORE } from './default-store.ts';
import { readRegularFile } from './read-regular-file.ts';

/** The working tree that a session is in. */
export interface Workspace {
  /** The root of the working tree; links resolved. */
  readonly root: string;
  /** Where store and settings lie, for all working trees: the root of the main one; a bare repository has none, so it is that itself. */
  readonly main: string;
  /** The git directory that all working trees share; null without git. */
  readonly gitDirectory: string | null;
  /** True when `root` only leads to a bare repository: then none of its files are there. */
  readonly isBare: boolean;
}

/** Files that mark a workspace which is no git repository. */
const MARKS = [DEFAULT_STORE, 'batonkit.config.json', 'batonkit.config.mjs'];

/**
 * Finds the working tree around the first of the given folders that is in one, reading `.git` itself: starting git would take longer
 * than a hook may run. Null when none of them is in a repository or holds a store.
 */
export function findWorkspace(folders: readonly (string | null | undefined)[]): Workspace | null {
  for (const folder of folders) {
    if (folder === null || folder === undefined || folder === '') continue;
    const found = findAround(realPath(resolve(folder)));
    if (found !== null) return found;
  }
  return null;
}

function findAround(start: string): Workspace | null {
  for (let at = start; ; at = dirname(at)) {
    const git = join(at, '.git');
    const found = lookAt(git);
    if (found !== null) return inRepository(at, git, found.isFile());
    if (MARKS.some((mark) => fs.existsSync(join(at, mark))))
      return { root: at, main: at, gitDirectory: null, isBare: false };
    if (dirname(at) === at) return null;
  }
}

/** A linked working tree has a file in place of the directory, which leads to the shared one. */
function inRepository(root: string, git: string, isFile: boolean): Workspace {
  if (!isFile) return { root, main: root, gitDirectory: git, isBare: false };
  const own = realPath(resolve(root, /^gitdir: (.+?)\r?\n?$/.exec(readRegularFile(git))?.[1] ?? '.git'));
  const common = join(own, 'commondir');
  // A submodule has such a file too, but shares nothing; neither does a folder whose file leads to the bare repository beside its trees.
  if (!fs.existsSync(common)) {
    const isBare = readCoreSetting(own, 'bare') === 'true';
    return { root, main: isBare ? own : root, gitDirectory: own, isBare };
  }
  const shared = realPath(resolve(own, readRegularFile(common).trim()));
  return { root, main: mainOf(shared), gitDirectory: shared, isBare: false };
}

function mainOf(shared: string): string {
  // Not by its ending: a bare repository is often called shop.git.
  if (basename(shared) === '.git') return dirname(shared);
  // The git directory of a submodule lies elsewhere, and tells where its tree is.
  const tree = readCoreSetting(shared, 'worktree');
  return tree === null ? shared : realPath(resolve(shared, tree));
}

/** A setting that git itself writes, so in one line; it moves to the second file when working trees get settings of their own. */
function readCoreSetting(gitDirectory: string, name: string): string | null {
  for (const file of ['config', 'config.worktree']) {
    const path = join(gitDirectory, file);
    if (!fs.existsSync(path)) continue;
    const sections = readRegularFile(path).split(/^\[/m);
    const core = sections.find((section) => section.startsWith('core]')) ?? '';
    const value = new RegExp(`^\\s*${name}\\s*=\\s*"?(.*?)"?\\s*$`, 'm').exec(core)?.[1];
    if (value !== undefined) return value;
  }
  return null;
}

/** The working tree whose texts and programs all sessions use: the main one. Those of a bare repository each use their own. */
export function treeOfTexts({ root, main, gitDirectory }: Workspace): string {
  return main === gitDirectory ? root : main;
}

/** The working trees of a repository, the main one among them. */
export function listWorktrees({ main, gitDirectory }: Workspace): readonly string[] {
  if (gitDirectory === null) return [main];
  const folder = join(gitDirectory, 'worktrees');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const linked = names.flatMap((name) => {
    const pointer = join(folder, name, 'gitdir');
    // git itself takes a tree whose pointer is no file for one that is gone.
    return lookAt(pointer)?.isFile() === true ? [realPath(dirname(readRegularFile(pointer).trim()))] : [];
  });
  return main === gitDirectory ? linked : [main, ...linked];
}

/** What is at a path, links not followed; null when nothing can be there, or nothing that this user can reach. */
export function lookAt(path: string): fs.Stats | null {
  try {
    return fs.lstatSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (UNREACHABLE.has(code)) return null;
    throw error;
  }
}

const UNREACHABLE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES']);

/** A path with its links resolved; of what is not there, the part that is. */
export function realPath(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), path.slice(dirname(path).length));
  }
}
