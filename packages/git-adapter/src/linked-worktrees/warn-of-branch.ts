import type { Warning } from '@batonkit/core';
import { branchOf, type LinkedName } from '../names/linked-name.ts';
import { findBranch, findCommit, type LinkedRepository } from './linked-repository.ts';

/**
 * Says what a tree gets from a branch that is there already: commits that main (for an agent, its task) does not have, and another beginning
 * than the `base` that was asked for. The branch of a task that was abandoned outlives it, with what was rejected.
 */
export async function warnOfBranch(
  repository: LinkedRepository,
  name: LinkedName,
  base?: string,
): Promise<readonly Warning[]> {
  const branch = branchOf(name);
  const head = await findBranch(repository, branch);
  const below = name.agent === null ? await findMainName(repository) : branchOf({ ...name, agent: null });
  const commit = name.agent === null ? await findCommit(repository, 'HEAD') : await findBranch(repository, below);
  if (head === null || commit === null) return [];
  const ahead = Number(await repository.git(['rev-list', '--count', head, `^${commit}`, '--']));
  const isElsewhere = base !== undefined && (await findCommit(repository, base)) !== head;
  if (ahead === 0 && !isElsewhere) return [];
  const commits = `${ahead} ${ahead === 1 ? 'commit' : 'commits'} ahead of ${below}`;
  const where = `The branch ${branch} was there already, and its tree goes on from ${head}`;
  const log = ` See what is on it before you build on that: git log ${below === 'HEAD' ? commit : below}..${branch}`;
  const unused = isElsewhere ? ` --base ${base} was not used.` : '';
  const message = ahead === 0 ? `${where}.${unused}` : `${where}, ${commits}.${unused}${log}`;
  return [{ code: 'ContinuesBranch', message }];
}

/** The branch that the main working tree has checked out; `HEAD` where it has none. */
async function findMainName(repository: LinkedRepository): Promise<string> {
  const { code, stdout } = await repository.tryGit(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return code === 0 ? stdout.toString('utf8').trim() : 'HEAD';
}
