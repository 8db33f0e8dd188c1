import * as nodeFs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { worktreeId } from './worktree-id.ts';

/** What is asked of a file system to find the working trees of a repository. */
interface SiblingFs {
  existsSync(path: string): boolean;
  realpathSync(path: string): string | Uint8Array;
  readdirSync(path: string): unknown;
  readFileSync(path: string, encoding: 'utf8'): string | Uint8Array;
}

/**
 * The root of the working tree with an id, among those of the repository that `root` belongs to; `null` when it has none there. Read from git's
 * own files, so that it costs no process.
 */
export function findSibling(root: string, id: string, fs: SiblingFs = nodeFs): string | null {
  const common = commonDirectoryOf(root, fs);
  if (common === null) return null;
  const folder = join(common, 'worktrees');
  const names = fs.existsSync(folder) ? (fs.readdirSync(folder) as readonly unknown[]).map(String) : [];
  const linked = names.flatMap((name) => {
    const pointer = readText(fs, join(folder, name, 'gitdir'));
    return pointer === null ? [] : [dirname(resolve(join(folder, name), pointer))];
  });
  return (
    [...mainTreesOf(common, fs), ...linked]
      .map((path) => realPath(fs, path))
      .find((path) => worktreeId(path) === id && fs.existsSync(join(path, '.git'))) ?? null
  );
}

/** The git directory that all working trees share; `null` outside a repository. */
function commonDirectoryOf(root: string, fs: SiblingFs): string | null {
  const git = join(root, '.git');
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => fs.existsSync(join(root, name)));
  if (!fs.existsSync(git)) return isBare ? root : null;
  const target = /^gitdir: ([^\n\r]+)/.exec(readText(fs, git) ?? '')?.[1];
  const own = target === undefined ? git : resolve(root, target);
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
