import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '@batonkit/core';
import { gitProblem } from '../host/git-problem.ts';
import { readOrdinaryFile } from '../host/read-ordinary-file.ts';
import { commandProblem } from '../native/run-git.ts';
import { isEmptyLockAbandoned } from '../locks/empty-lock.ts';
import { LinkedProblem } from './linked-problem.ts';
import { findBranch, type LinkedRepository } from './linked-repository.ts';

/** Where a branch is, and where it is to be; `null` means that there is no such branch. */
export interface BranchStep {
  readonly branch: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Moves, makes or deletes a branch, but only from where it was seen: git's own compare-and-set. */
export async function setBranch(repository: LinkedRepository, { branch, from, to }: BranchStep): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const seen = from ?? repository.zeroId;
  const args =
    to === null
      ? ['update-ref', '-d', ref, seen]
      : ['update-ref', '-m', 'batonkit: linked working tree', ref, to, seen];
  const start = performance.now();
  for (;;) {
    const { code, stderr } = await repository.around('set branch', () => repository.tryGit(args));
    if (code === 0) return;
    const now = await findBranch(repository, branch);
    if (now === to) return;
    if (now !== from) throw gitProblem('changed-meanwhile', `the branch ${branch} moved to ${now ?? 'nowhere'}`);
    if (!/\.lock': File exists/.test(stderr)) throw commandProblem(args, code, stderr);
    if (clearLock(join(repository.commonDirectory, `${ref}.lock`), to)) continue;
    const waitedMs = Math.round(performance.now() - start);
    if (waitedMs > repository.lockTimeoutMs) {
      const message = `Git holds a lock of the branch ${branch} for ${waitedMs} ms (${stderr.trim()}). Nothing was changed; see which git process is at work there, then try again.`;
      throw new LinkedProblem(failure('LockTimeout', message, { id: branch, waitedMs }));
    }
  }
}

/** Removes the lock that our killed predecessor left: it wanted to write the very same commit, or got no further than making it. */
function clearLock(lock: string, wanted: string | null): boolean {
  try {
    const held = readOrdinaryFile(lock).toString('latin1').trim();
    if (held === '' ? process.platform !== 'linux' || !isEmptyLockAbandoned(lock) : held !== wanted) return false;
    rmSync(lock);
    return true;
  } catch {
    return false; // Gone meanwhile, or not ours to touch.
  }
}
