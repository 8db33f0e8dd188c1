import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bringFiles, listChanges } from './bring-files.ts';
import { lockIndex } from './index-lock.ts';
import { inTheWay, LinkedProblem } from './linked-problem.ts';
import { findBranch, type LinkedRepository } from './linked-repository.ts';
import { type BranchMove, dropJournal, readJournal, writeJournal } from './move-journal.ts';
import { setBranch } from './set-branch.ts';
import type { Locked } from './task-lock.ts';

/**
 * Moves a branch that is checked out in `path` together with the files and the index there. Before the branch moves nothing is
 * changed, and everything that could be in the way was looked for; after it, only the files are left to follow, which the next
 * call does when this one dies. Edits of paths that do not differ between the two commits stay as they are. `known` is the git
 * directory of `path`, where the caller has it at hand.
 */
export async function moveBranch(locked: Locked, move: BranchMove, known?: string): Promise<void> {
  const { repository, folder } = locked;
  if (move.from === move.to) return;
  const gitDirectory = known ?? (await gitDirectoryOf(repository, move.path));
  const unlock = lockIndex(locked, gitDirectory, move.path);
  const index = join(gitDirectory, 'index.batonkit');
  const call = { cwd: move.path, env: { GIT_INDEX_FILE: index } };
  try {
    rmSync(`${index}.lock`, { force: true });
    copyFileSync(join(gitDirectory, 'index'), index);
    await repository.tryGit(['update-index', '-q', '--refresh'], call);
    const readTree = ['read-tree', '-m', '-u', '--no-recurse-submodules', move.from, move.to];
    const trial = await repository.tryGit([...readTree, '--dry-run'], call);
    if (trial.code !== 0) throw await whatIsInTheWay(repository, move, trial.stderr);
    writeJournal(folder, move);
    try {
      await setBranch(repository, move);
      await repository.around('move files', () => repository.git(readTree, call));
      await repository.around('move index', () => Promise.resolve(renameSync(index, join(gitDirectory, 'index'))));
    } catch (error) {
      await undo(repository, gitDirectory, move);
      dropJournal(folder);
      throw error;
    }
    writeJournal(folder, { ...move, isDone: true });
  } finally {
    for (const leftover of [index, `${index}.lock`]) rmSync(leftover, { force: true });
    await repository.around('unlock index', () => Promise.resolve(unlock()));
  }
  await repository.around('drop journal', () => Promise.resolve(dropJournal(folder)));
}

/** Finishes the move of a predecessor that died in the middle of it. */
export async function finishMove(locked: Locked): Promise<void> {
  const { repository, folder } = locked;
  const move = readJournal(folder);
  if (move === null) return;
  if (existsSync(move.path)) {
    const gitDirectory = await gitDirectoryOf(repository, move.path);
    const unlock = lockIndex(locked, gitDirectory, move.path);
    try {
      // The branch moves first: while it is where it was, no file was touched.
      const now = move.isDone === true ? null : await findBranch(repository, move.branch);
      if (now === move.to) await repository.around('finish move', () => bringFiles(repository, gitDirectory, move));
    } finally {
      unlock();
    }
  }
  dropJournal(folder);
}

async function undo(repository: LinkedRepository, gitDirectory: string, move: BranchMove): Promise<void> {
  if ((await findBranch(repository, move.branch)) !== move.to) return;
  const back = { ...move, from: move.to, to: move.from };
  await bringFiles(repository, gitDirectory, back);
  await setBranch(repository, back);
}

async function gitDirectoryOf({ git }: LinkedRepository, path: string): Promise<string> {
  return git(['rev-parse', '--absolute-git-dir'], { cwd: path });
}

/** Git names the first file only. */
async function whatIsInTheWay(repository: LinkedRepository, move: BranchMove, stderr: string): Promise<LinkedProblem> {
  const differing = new Set((await listChanges(repository, move)).map(({ path }) => path));
  const state = await repository.observe(move.path);
  if (state.isErr()) return new LinkedProblem(state.error);
  const files = state.value.changed.map(({ path }) => path).filter((path) => differing.has(path));
  const what = files.length > 0 ? files.join(', ') : stderr.trim();
  const detail = `${move.path} holds edits that the move to ${move.to.slice(0, 12)} would overwrite: ${what}. Commit them or put them elsewhere first.`;
  return inTheWay([{ condition: 'files-free', detail }]);
}
