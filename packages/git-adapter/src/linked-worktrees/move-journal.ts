import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import { readOrdinaryFile } from '../host/read-ordinary-file.ts';
import { syncToDisk } from '../host/sync-to-disk.ts';

/** A branch on its way from one commit to another, with the files of the working tree that has it checked out. */
export interface BranchMove {
  readonly branch: string;
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** Set when the files have followed, and only locks are left to be given back. */
  readonly isDone?: boolean;
}

const JOURNAL = 'move.json';

/** The move that a predecessor began and did not finish. */
export function readJournal(folder: string): BranchMove | null {
  const file = join(folder, JOURNAL);
  if (!existsSync(file)) return null;
  const { branch, from, to, path, isDone } = JSON.parse(readOrdinaryFile(file).toString('utf8')) as Record<
    keyof BranchMove,
    unknown
  >;
  if (typeof branch === 'string' && typeof from === 'string' && typeof to === 'string' && typeof path === 'string')
    return { branch, from, to, path, isDone: isDone === true };
  throw gitProblem('command-failed', `${file} is damaged, so it cannot be told what was being moved`);
}

/** Notes on disk which move is about to begin. */
export function writeJournal(folder: string, move: BranchMove): void {
  const draft = join(folder, `${JOURNAL}.draft`);
  writeFileSync(draft, JSON.stringify(move));
  // A move that is done and seems not to be, after a loss of power, is finished once more; nothing comes of that.
  if (move.isDone !== true) syncToDisk(draft);
  renameSync(draft, join(folder, JOURNAL));
  if (move.isDone !== true) syncToDisk(folder, true);
}

/** Forgets a move that is complete, or that never began. */
export function dropJournal(folder: string): void {
  rmSync(join(folder, JOURNAL), { force: true });
}
