import {
  copyFileSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../host/git-problem.ts';
import { parseRawDiff, type RawChange } from '../native/parse-raw-diff.ts';
import { commandProblem } from '../native/run-git.ts';
import { inTheWay } from './linked-problem.ts';
import type { LinkedRepository } from './linked-repository.ts';
import type { BranchMove } from './move-journal.ts';

/** A path that differs between two commits; `null` means that it is not there. */
interface PathChange extends Pick<RawChange, 'from' | 'to'> {
  /** Every byte one character, so that names of any encoding survive. */
  readonly name: string;
  readonly path: string;
}

const SUBMODULE = '160000';

/** The paths that differ between the two commits of a move. */
export async function listChanges(
  { tryGit }: LinkedRepository,
  { from, to }: Pick<BranchMove, 'from' | 'to'>,
): Promise<readonly PathChange[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to];
  const { code, stdout, stderr } = await tryGit(args);
  if (code !== 0) throw commandProblem(args, code, stderr);
  return parseRawDiff(stdout).map(({ name, ...change }) => ({
    ...change,
    name: name.toString('latin1'),
    path: name.toString('utf8'),
  }));
}

/**
 * Brings the files and the index of a working tree from one commit to another, wherever in between they are: a file may still be as
 * before, be there already, be missing, or be written half. Anything else was edited by somebody since; then nothing is touched.
 */
export async function bringFiles(repository: LinkedRepository, gitDirectory: string, move: BranchMove): Promise<void> {
  const changes = await listChanges(repository, move);
  const scratch = join(gitDirectory, 'index.batonkit-scratch');
  const index = join(gitDirectory, 'index.batonkit');
  for (const leftover of [scratch, `${scratch}.lock`, index, `${index}.lock`]) rmSync(leftover, { force: true });
  try {
    const notFrom = await differingFrom(repository, move, move.from, scratch);
    const notTo = await differingFrom(repository, move, move.to, scratch);
    const edited: string[] = [];
    for (const change of changes) {
      if (change.from?.mode === SUBMODULE && change.to?.mode === SUBMODULE) continue; // Git leaves its files alone, too.
      const isFrom = change.from !== null && !notFrom.has(change.name);
      const isTo = change.to !== null && !notTo.has(change.name);
      if (isFrom || isTo || (await isUnfinished(repository, move, change))) continue;
      edited.push(change.path);
    }
    if (edited.length > 0) throw editedMeanwhile(move, edited);

    copyFileSync(join(gitDirectory, 'index'), index);
    const call = { cwd: move.path, env: { GIT_INDEX_FILE: index } };
    const gone = { mode: '0', id: repository.zeroId };
    const lines = changes.map(({ name, to }) => `${(to ?? gone).mode} ${(to ?? gone).id}\t${name}\0`);
    await repository.git(['update-index', '-z', '--index-info'], {
      ...call,
      input: Buffer.from(lines.join(''), 'latin1'),
    });
    for (const { name, to } of changes) if (to === null) removeFile(move.path, name);
    const written = changes.filter(({ to }) => to !== null && to.mode !== SUBMODULE).map(({ name }) => `${name}\0`);
    await repository.git(['checkout-index', '-f', '-q', '-z', '--stdin'], {
      ...call,
      input: Buffer.from(written.join(''), 'latin1'),
    });
    await repository.tryGit(['update-index', '-q', '--refresh'], call);
    renameSync(index, join(gitDirectory, 'index'));
  } finally {
    for (const leftover of [scratch, `${scratch}.lock`, index, `${index}.lock`]) rmSync(leftover, { force: true });
  }
}

function editedMeanwhile({ path }: BranchMove, files: readonly string[]): Error {
  const detail = `A move of the files in ${path} was interrupted, and these were edited since: ${files.join(', ')}. Put your version elsewhere, then try again.`;
  return inTheWay([{ condition: 'files-free', detail }]);
}

/** The tracked paths whose file is not as in the commit. */
async function differingFrom(
  { git, tryGit }: LinkedRepository,
  { path }: BranchMove,
  commit: string,
  scratch: string,
): Promise<ReadonlySet<string>> {
  const call = { cwd: path, env: { GIT_INDEX_FILE: scratch } };
  await git(['read-tree', commit], call);
  await tryGit(['update-index', '-q', '--refresh'], call);
  const { stdout } = await tryGit(['diff-files', '-z', '--name-only', '--ignore-submodules=all'], call);
  return new Set(stdout.toString('latin1').split('\0'));
}

/** A file that git was about to write: missing, or the beginning of what it is to hold. */
async function isUnfinished(
  { tryGit }: LinkedRepository,
  move: BranchMove,
  { name, to }: PathChange,
): Promise<boolean> {
  const file = pathIn(move.path, name);
  try {
    const stat = lstatSync(file);
    if (stat.isDirectory()) return true; // Another path of the same move lies below; git refuses to remove what is not its own.
    if (to === null || to.mode === SUBMODULE) return false;
    if (!stat.isFile() && !stat.isSymbolicLink()) return false; // Whoever reads a pipe waits for somebody to write.
    const held = stat.isSymbolicLink() ? readlinkSync(file, { encoding: 'buffer' }) : readFileSync(file);
    const named = Buffer.concat([Buffer.from(`${move.to}:`), Buffer.from(name, 'latin1')]).toString('utf8');
    const { code, stdout } = await tryGit(['cat-file', '--filters', named], { cwd: move.path });
    return code === 0 && stdout.subarray(0, held.length).equals(held);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return true;
    throw error;
  }
}

/** Removes a file and the folders that it leaves empty. */
function removeFile(root: string, name: string): void {
  try {
    unlinkSync(pathIn(root, name));
    for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) rmdirSync(pathIn(root, folder));
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EISDIR', 'EPERM'].includes(errnoOf(error) ?? '')) throw error;
  }
}

function pathIn(root: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
}
