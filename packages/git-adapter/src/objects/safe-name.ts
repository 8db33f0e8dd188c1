import { gitProblem } from '../host/git-problem.ts';
import { toTreePath } from './tree-path.ts';

/** Refuses a name that could lead out of its directory or into a `.git`. */
export function requireSafeName(name: Buffer): void {
  const parts = name.toString('latin1').split('/');
  const isUnsafe = (part: string) =>
    part === '' || part === '.' || part === '..' || /^\.git$/i.test(part) || part.includes('\0');
  const drive = process.platform === 'win32' && parts.some((part) => /[\\:]/.test(part));
  if (drive || parts.some(isUnsafe))
    throw gitProblem('unsupported', `the path ${toTreePath(name)} is not safe to write`);
}
