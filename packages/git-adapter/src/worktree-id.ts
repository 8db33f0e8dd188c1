import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The directory that holds `.git`, from `directory` upwards; `directory` itself where there is none. */
export function findWorktreeRoot(directory: string): string {
  const start = realPath(resolve(directory));
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return start;
  }
}

/** Names a working tree on this host by its real path, so that links to it give the same name. */
export function worktreeId(root: string): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return `${hash}-${basename(root)}`;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // A directory that is not there has a name too; the methods report that it is missing.
  }
}
