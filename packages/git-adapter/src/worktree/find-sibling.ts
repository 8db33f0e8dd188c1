import * as nodeFs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { replaceFile } from '../host/replace-file.ts';
import { readOrdinary, type WorktreeFs } from '../host/worktree-fs.ts';
import { worktreeId } from './worktree-id.ts';

/** What is asked of a file system to find the working trees of a repository. */
interface SiblingFs {
  existsSync(path: string): boolean;
  realpathSync(path: string): string | Uint8Array;
  readdirSync(path: string): unknown;
  readFileSync(path: string, encoding: 'utf8'): string | Uint8Array;
}

/** Where the paths are noted, in the git directory of a working tree itself: that moves with it, and a clone lacks it. */
const PATHS = ['batonkit', 'paths'] as const;

/** Notes where a working tree is, so that it is known again when it was moved. */
export function notePath(fs: WorktreeFs, gitDirectory: string, root: string): void {
  const file = join(gitDirectory, ...PATHS);
  const noted = (readOrdinary(fs, file)?.toString('utf8') ?? '').split('\0').filter(Boolean);
  if (noted.at(-1) === root) return;
  fs.mkdirSync(dirname(file), { recursive: true });
  replaceFile(fs, file, [...noted.filter((path) => path !== root), root].map((path) => `${path}\0`).join(''));
}

/** Whether the working tree of a git directory had an id, at a path where no working tree is any more. */
function wasMovedFrom(gitDirectory: string, id: string, fs: SiblingFs): boolean {
  const noted = (readText(fs, join(gitDirectory, ...PATHS)) ?? '').split('\0');
  const path = noted.find((each) => each !== '' && worktreeId(each) === id);
  // A link may lead from there to where it is now.
  return path !== undefined && (realPath(fs, path) !== path || !fs.existsSync(join(path, '.git')));
}

/**
 * The root of the working tree with an id, or that had it before it was moved, among those of the repository that `root` belongs to; `null` when it has none there. Read from git's
 * own files, so that it costs no process.
 */
export function findSibling(root: string, id: string, fs: SiblingFs = nodeFs): string | null {
  const common = commonDirectoryOf(root, fs);
  if (common === null) return null;
  const folder = join(common, 'worktrees');
  const names = fs.existsSync(folder) ? (fs.readdirSync(folder) as readonly unknown[]).map(String) : [];
  const linked = names.flatMap((name) => {
    const directory = join(folder, name);
    const pointer = readText(fs, join(directory, 'gitdir'));
    return pointer === null ? [] : [{ path: dirname(resolve(directory, pointer)), directory }];
  });
  const main = mainTreesOf(common, fs).map((path) => ({ path, directory: common }));
  const found = [...main, ...linked].find(({ path, directory }) => {
    const real = realPath(fs, path);
    // What stands there may have lost its link to this repository, or be another repository by now.
    const isMeant = worktreeId(real) === id || wasMovedFrom(directory, id, fs);
    const own = isMeant ? gitDirectoryOf(real, fs) : null;
    return own !== null && realPath(fs, own) === realPath(fs, directory);
  });
  return found === undefined ? null : realPath(fs, found.path);
}

/** The git directory of a working tree itself; `null` where there is none. */
function gitDirectoryOf(root: string, fs: SiblingFs): string | null {
  const git = join(root, '.git');
  if (!fs.existsSync(git)) return null;
  const target = /^gitdir: ([^\n\r]+)/.exec(readText(fs, git) ?? '')?.[1];
  return target === undefined ? git : resolve(root, target);
}

/** The git directory that all working trees share; `null` outside a repository. */
function commonDirectoryOf(root: string, fs: SiblingFs): string | null {
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => fs.existsSync(join(root, name)));
  const own = gitDirectoryOf(root, fs) ?? (isBare ? root : null);
  if (own === null) return null;
  const common = readText(fs, join(own, 'commondir'));
  return common === null ? own : resolve(own, common);
}

/** The main working tree: the folder around `.git`, or what a git directory elsewhere (that of a submodule) names as its tree. */
function mainTreesOf(common: string, fs: SiblingFs): readonly string[] {
  if (basename(common) === '.git') return [dirname(common)];
  const named = /^\s*worktree\s*=\s*"?(.*?)"?\s*$/m.exec(readText(fs, join(common, 'config')) ?? '')?.[1];
  return named === undefined ? [] : [resolve(common, named)];
}

/** The text of a file without the line end; `null` when there is no such file. */
function readText(fs: SiblingFs, path: string): string | null {
  try {
    return String(fs.readFileSync(path, 'utf8')).trim();
  } catch {
    return null; // A directory, or nothing: git would not follow it either.
  }
}

function realPath(fs: SiblingFs, path: string): string {
  try {
    return String(fs.realpathSync(path));
  } catch {
    return path;
  }
}
