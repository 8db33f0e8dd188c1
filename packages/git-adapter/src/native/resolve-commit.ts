import { gitProblem } from '../host/git-problem.ts';
import type { Repository } from './locate-repository.ts';
import { tryGit } from './run-git.ts';

/** The full id of a commit of the user's repository, or of what it leads to (`suffix` `^{tree}`). */
export async function resolveCommit(repository: Repository, name: string, suffix = ''): Promise<string> {
  if (!/^[^\0\n-][^\0\n]*$/.test(name)) throw gitProblem('unknown-commit', JSON.stringify(name));
  const { code, stdout } = await tryGit(repository.place, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}${suffix}`,
  ]);
  // Git 2.30 repeats --end-of-options in its answer.
  const id = stdout.toString('latin1').trim().split('\n').at(-1) ?? '';
  if (code !== 0 || !/^[0-9a-f]{40,64}$/.test(id)) throw gitProblem('unknown-commit', name);
  return id;
}
