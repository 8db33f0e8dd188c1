import { createHash } from 'node:crypto';
import * as nodeFs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What is asked of a file system to find a working tree. */
interface PathFs {
  existsSync(path: string): boolean;
  realpathSync(path: string): string | Uint8Array;
}

/** The directory that holds `.git`, from `directory` upwards; `directory` itself where there is none. */
export function findWorktreeRoot(directory: string, fs: PathFs = nodeFs): string {
  const start = realPath(fs, resolve(directory));
  for (let at = start; ; at = dirname(at)) {
    if (fs.existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return start;
  }
}

/**
 * Names a working tree on this host by its real path, so that links to it give the same name. It is the `id` of a `GitWorktree`.
 *
 * @example
 * ```ts
 * import { worktreeId } from '@batonkit/git-adapter';
 *
 * worktreeId('/work/repo'); // => 'ddc5e473a09bd156-repo'
 * ```
 */
export function worktreeId(root: string): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return `${hash}-${basename(root)}`;
}

function realPath(fs: PathFs, path: string): string {
  try {
    return String(fs.realpathSync(path));
  } catch {
    return path; // A directory that is not there has a name too; the methods report that it is missing.
  }
}
