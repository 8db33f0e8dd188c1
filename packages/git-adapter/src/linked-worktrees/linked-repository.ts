import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { AroundStep } from '../host/around-step.ts';
import { gitProblem } from '../host/git-problem.ts';
import type { EngineWorktree } from '../worktree/engine-worktree.ts';
import { createNativeWorktree } from '../native/native-worktree.ts';
import { requireGit } from '../native/git-version.ts';
import { ownPrograms } from '../native/own-programs.ts';
import { commandProblem, type GitAnswer, runGit, tryGit } from '../native/run-git.ts';

/** How git is run for one call. */
export interface GitCall {
  /** Where; the shared git directory unless told. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
}

/** The user's repository, as linked working trees are made in it. */
export interface LinkedRepository {
  /** The directory that all working trees share. */
  readonly commonDirectory: string;
  readonly objects: string;
  readonly zeroId: string;
  /** The folder of all linked working trees of Batonkit. */
  readonly root: string;
  /** Our own files: locks and journals. */
  readonly storage: string;
  readonly git: (args: readonly string[], call?: GitCall) => Promise<string>;
  readonly tryGit: (args: readonly string[], call?: GitCall) => Promise<GitAnswer>;
  /** Looks at a working tree as snapshots do: nothing can be hidden from it. */
  readonly observe: (path: string) => ReturnType<EngineWorktree['observe']>;
  readonly around: AroundStep;
  readonly lockTimeoutMs: number;
}

/** What {@link openLinkedRepository} needs to know. */
export interface LinkedRepositoryOptions {
  readonly directory: string;
  readonly root?: string;
  readonly around?: AroundStep;
  readonly lockTimeoutMs?: number;
}

/**
 * What the user configured and what a merge of Batonkit does not depend on. Hooks stay out here as everywhere (run-git.ts): they are
 * written for a person's own commits and checkouts, may refuse or edit half of an operation, and an agent's commit has gone through them
 * already.
 * Filters (LFS) and merge drivers that the user configured do run, because without them the files would be wrong.
 */
const SETTINGS = [
  'core.untrackedCache=false',
  'core.quotePath=false',
  'advice.detachedHead=false',
  'merge.renames=true',
  'merge.directoryRenames=conflict',
  'merge.renormalize=false',
  'diff.algorithm=histogram',
  'core.filesRefLockTimeout=1000',
].flatMap((setting) => ['-c', setting]);

/** A mark in the arguments of every git process of a holder, by which it is seen that one of them is still at work. */
export function withMark(repository: LinkedRepository, mark: string): LinkedRepository {
  const marked = ['-c', `batonkit.holder=${mark}`];
  return {
    ...repository,
    git: (args, call) => repository.git([...marked, ...args], call),
    tryGit: (args, call) => repository.tryGit([...marked, ...args], call),
  };
}

/** Finds the repository that `directory` is in. */
export async function openLinkedRepository(options: LinkedRepositoryOptions): Promise<LinkedRepository> {
  const { around = (_, run) => run(), lockTimeoutMs = 10_000 } = options;
  if (!existsSync(options.directory)) throw gitProblem('not-a-repository', `${options.directory} does not exist`);
  // Git's book holds real paths, and ours are compared with them.
  const directory = realPath(options.directory);
  const shared = { GIT_NO_REPLACE_OBJECTS: '1' };
  const [answer] = await Promise.all([
    runGit({ cwd: directory, env: shared }, [
      'rev-parse',
      '--is-bare-repository',
      '--show-object-format',
      '--git-common-dir',
      '--git-path',
      'objects',
    ]),
    requireGit(),
  ]);
  const [bare, format, common = '', objects = ''] = answer.toString('utf8').split('\n');
  if (format !== 'sha1' && format !== 'sha256') throw gitProblem('unsupported', `object format ${format}`);
  const commonDirectory = resolve(directory, common);
  const settings = new Map<string, ReturnType<typeof ownPrograms>>();
  const settingsOf = (cwd: string): ReturnType<typeof ownPrograms> => {
    const known = settings.get(cwd) ?? ownPrograms({ cwd });
    settings.set(cwd, known);
    return known;
  };
  const tryHere: LinkedRepository['tryGit'] = async (args, { cwd = commonDirectory, env = {}, input } = {}) =>
    tryGit(
      { cwd, env: { ...shared, ...env }, settings: await settingsOf(cwd) },
      [...SETTINGS, ...args],
      input === undefined ? input : Buffer.from(input),
    );
  const home = bare !== 'true' && basename(commonDirectory) === '.git' ? dirname(commonDirectory) : commonDirectory;
  const seen = new Map<string, EngineWorktree>();
  return {
    commonDirectory,
    objects: resolve(directory, objects),
    zeroId: '0'.repeat(format === 'sha1' ? 40 : 64),
    root: realPath(resolve(options.directory, options.root ?? `${home}.worktrees`)),
    storage: join(commonDirectory, 'batonkit', 'linked'),
    tryGit: tryHere,
    git: async (args, call) => {
      const { code, stdout, stderr } = await tryHere(args, call);
      if (code !== 0) throw commandProblem(args, code, stderr);
      return stdout.toString('utf8').replace(/\n$/, '');
    },
    observe: (path) => {
      const worktree = seen.get(path) ?? createNativeWorktree({ directory: path });
      seen.set(path, worktree);
      return worktree.observe({ base: 'HEAD' });
    },
    around,
    lockTimeoutMs,
  };
}

/** A path without symbolic links on the way, as far as it exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
}

/** The commit that a branch or a commit-ish names; `null` when there is none. */
export async function findCommit({ tryGit }: LinkedRepository, name: string, cwd?: string): Promise<string | null> {
  const { code, stdout } = await tryGit(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    cwd === undefined ? {} : { cwd },
  );
  return code === 0 ? stdout.toString('latin1').trim() : null;
}

/** The commit of a branch; `null` when there is no such branch. */
export function findBranch(repository: LinkedRepository, branch: string): Promise<string | null> {
  return findCommit(repository, `refs/heads/${branch}`);
}

/** Tells whether everything in `commit` is in `target` too. */
export async function isMerged({ tryGit }: LinkedRepository, commit: string, target: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', commit, target];
  const { code, stderr } = await tryGit(args);
  if (code !== 0 && code !== 1) throw commandProblem(args, code, stderr);
  return code === 0;
}
