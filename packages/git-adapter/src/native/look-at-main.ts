import type { MainBranchState } from '@batonkit/core';
import { gitProblem } from '../host/git-problem.ts';
import { branchOf } from '../names/linked-name.ts';
import type { Repository } from './locate-repository.ts';
import { commandProblem, tryGit } from './run-git.ts';

/** Looks where the main branch is, by its name or what the main tree has checked out, whether it was at `commit` on its way there, and where the branch of the task is. */
export async function lookAtMain(
  { commonDirectory, place, root }: Repository,
  { commit, taskId, branch: asked }: { readonly commit: string; readonly taskId: string; readonly branch?: string },
): Promise<MainBranchState> {
  // HEAD of the directory that all working trees share is that of the main one.
  const main = ['--git-dir', commonDirectory];
  const ofTask = `refs/heads/${branchOf({ taskId, agent: null })}^{commit}`;
  const ref = asked === undefined ? 'HEAD' : `refs/heads/${asked}`;
  const [attached, found, task] = await Promise.all([
    tryGit(place, [...main, 'symbolic-ref', '--quiet', 'HEAD']),
    tryGit(place, [...main, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`]),
    tryGit(place, ['rev-parse', '--verify', '--quiet', ofTask]),
  ]);
  if (found.code !== 0) throw asked === undefined ? gitProblem('no-commit', root) : gitProblem('unknown-commit', ref);
  const head = found.stdout.toString('latin1').trim();
  const name = attached.stdout
    .toString('utf8')
    .trim()
    .replace(/^refs\/heads\//, '');
  const branch = asked ?? (attached.code === 0 ? name : null);
  return {
    branch,
    head,
    holds: branch !== null && (await isOnTheWay(place, commit, head)),
    has: branch !== null && (await isAncestor(place, commit, head)),
    task: task.code === 0 ? task.stdout.toString('latin1').trim() : null,
  };
}

async function isAncestor(place: Repository['place'], commit: string, head: string): Promise<boolean> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return false;
  return (await tryGit(place, ['merge-base', '--is-ancestor', commit, head])).code === 0;
}

/** Follows first parents: what a merge commit brought in was never where the branch was. */
async function isOnTheWay(place: Repository['place'], commit: string, head: string): Promise<boolean> {
  if (head === commit) return true;
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return false;
  const known = await tryGit(place, ['cat-file', '-e', `${commit}^{commit}`]);
  if (known.code !== 0) return false;
  const args = ['log', '--first-parent', '--format=%P', head, `^${commit}`, '--'];
  const { code, stdout, stderr } = await tryGit(place, args);
  if (code !== 0) throw commandProblem(args, code, stderr);
  return stdout.toString('latin1').trim().split('\n').at(-1)?.split(' ')[0] === commit;
}
