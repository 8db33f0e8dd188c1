import nodeFs, * as nodeFsModule from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import { findWorktreeRoot } from '../worktree/worktree-id.ts';
import { readSettings, type Settings } from './settings.ts';
import { readIfThere, statOf, type WorktreeFs } from '../host/worktree-fs.ts';

/** Where the parts of a user's repository are, and how it is set up. */
export interface Repository {
  readonly fs: WorktreeFs;
  readonly root: string;
  /** This working tree's own git directory (index, HEAD). */
  readonly gitDirectory: string;
  /** The directory that all linked working trees share. */
  readonly commonDirectory: string;
  readonly settings: Settings;
  /** Where the user's own configuration is; `null` where there is none. */
  readonly home: string | null;
  readonly configHome: string | null;
  /** True where the file system's times can be relied on, as those of the operating system can. */
  readonly trustsTimes: boolean;
  /** True where nobody but this process writes. */
  readonly isExclusive: boolean;
}

/** How a repository is found. */
export interface Whereabouts {
  readonly fs: WorktreeFs;
  /** The directory that holds `.git`. */
  readonly root: string;
  /** Where the user's own configuration is; `null` where there is none. */
  readonly home: string | null;
  readonly configHome: string | null;
  readonly isHost: boolean;
  readonly isExclusive: boolean;
}

/** Finds the working tree that a directory is in. */
export function locateWorktree({
  directory,
  fs,
  home,
  exclusive = false,
}: {
  readonly directory: string;
  readonly fs: WorktreeFs;
  readonly home?: string;
  readonly exclusive?: boolean;
}): Whereabouts {
  const isHost = fs === nodeFs || fs === nodeFsModule;
  const userHome = home ?? (isHost ? homedir() : null);
  const set = isHost ? process.env['XDG_CONFIG_HOME'] : undefined;
  const configHome = set !== undefined && set !== '' ? set : userHome === null ? null : join(userHome, '.config');
  return { fs, root: findWorktreeRoot(directory, fs), home: userHome, configHome, isHost, isExclusive: exclusive };
}

/** Opens the repository of a working tree, and refuses one that this engine cannot tell exactly. */
export function openRepository(where: Whereabouts): Repository {
  const { fs, root, isHost, isExclusive } = where;
  const git = statOf(fs, join(root, '.git'));
  if (git === undefined) throw outside(fs, root);
  const gitDirectory = git.isDirectory() ? join(root, '.git') : followGitFile(fs, root);
  const commonDirectory = fs.existsSync(join(gitDirectory, 'commondir'))
    ? resolve(gitDirectory, readIfThere(fs, join(gitDirectory, 'commondir'))?.toString('utf8').trim() ?? '')
    : gitDirectory;
  if (!fs.existsSync(join(gitDirectory, 'HEAD')) || !fs.existsSync(join(commonDirectory, 'objects')))
    throw gitProblem('not-a-repository', root);
  const settings = readSettings({ ...where, gitDirectory, commonDirectory });
  if (settings.refusals[0] !== undefined) throw settings.refusals[0];
  const { home, configHome } = where;
  return { fs, root, gitDirectory, commonDirectory, settings, home, configHome, trustsTimes: isHost, isExclusive };
}

function followGitFile(fs: WorktreeFs, root: string): string {
  const target = /^gitdir: ([^\n\r]+)/.exec(readIfThere(fs, join(root, '.git'))?.toString('utf8') ?? '')?.[1];
  if (target === undefined) throw gitProblem('not-a-repository', `${root}/.git names no git directory`);
  return resolve(root, target);
}

/** Why there is no working tree at a directory: it may be inside a repository that has none. */
function outside(fs: WorktreeFs, directory: string) {
  if (statOf(fs, directory) === undefined) return gitProblem('not-a-repository', `${directory} does not exist`);
  for (let at = directory; ; at = dirname(at)) {
    if (['HEAD', 'objects', 'refs'].every((name) => fs.existsSync(join(at, name)))) {
      const isBare = /^\s*bare\s*=\s*true\s*$/im.test(readIfThere(fs, join(at, 'config'))?.toString('utf8') ?? '');
      return isBare ? gitProblem('bare', at) : gitProblem('not-a-repository', `${directory} is inside a git directory`);
    }
    if (dirname(at) === at) return gitProblem('not-a-repository', directory);
  }
}
