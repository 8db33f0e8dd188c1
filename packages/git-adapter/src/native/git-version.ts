import { gitProblem } from '../host/git-problem.ts';
import { askGit, runGit } from './run-git.ts';

/** Refuses a git that is missing or older than 2.30. */
export async function requireGit(): Promise<void> {
  checkVersion((await runGit({ cwd: process.cwd() }, ['--version'])).toString('utf8'));
}

/** Refuses the text of `git --version` when it names an older git than this; `need` says what it is needed for. */
export function checkVersion(
  text: string,
  oldest: readonly [number, number] = [2, 30],
  need = 'Batonkit needs git 2.30',
): void {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(text) ?? [];
  const [first, second] = [Number(major), Number(minor)];
  if (first > oldest[0] || (first === oldest[0] && second >= oldest[1])) return;
  throw gitProblem('git-too-old', `${text.trim()}; ${need}`);
}

/** Tells whether there is a git that the native engine can use. Asked anew each time: the search path may change. */
export function hasUsableGit(): boolean {
  const version = askGitVersion();
  if (version === null) return false;
  try {
    checkVersion(version);
    return true;
  } catch {
    return false;
  }
}

let known: string | undefined;

/** The engine's name with git's version, asked once per process. */
export function engineName(): string {
  if (known !== undefined) return known;
  const version = /\d+\.\d+(\.\d+)*/.exec(askGitVersion() ?? '')?.[0];
  if (version === undefined) return 'native git';
  known = `native git ${version}`;
  return known;
}

/**
 * The text of `git --version`, or null when there is no git that starts.
 *
 * @example
 * ```ts
 * import { askGitVersion } from '@batonkit/git-adapter';
 *
 * askGitVersion()?.startsWith('git version '); // => true
 * ```
 */
export function askGitVersion(): string | null {
  return askGit(['--version']);
}
