import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real repository in a temporary directory. */
export interface Repository {
  readonly directory: string;
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly path: (path: string) => string;
  readonly remove: () => void;
}

/** Makes a repository with one commit that holds the given files. */
export function createRepository(files: Record<string, string>): Repository {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'batonkit-delta-')));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@batonkit.invalid', ...args], {
      cwd: directory,
      encoding: 'utf8',
    }).trim();
  const path = (name: string): string => join(directory, name);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  git('init', '--quiet', '--initial-branch=main');
  for (const [name, text] of Object.entries(files)) write(name, text);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  return { directory, git, write, path, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** The tree that git itself makes of the working tree, with an index of its own so that the repository stays as it is. */
export function treeByGit({ directory, git }: Repository): string {
  const index = join(directory, '.git', 'oracle-index');
  const env = { ...process.env, GIT_INDEX_FILE: index };
  try {
    execFileSync('cp', ['-p', join(directory, '.git', 'index'), index]);
    execFileSync('git', ['add', '--all'], { cwd: directory, env });
    return execFileSync('git', ['write-tree'], { cwd: directory, env, encoding: 'utf8' }).trim();
  } finally {
    rmSync(index, { force: true });
    git('status', '--short');
  }
}
