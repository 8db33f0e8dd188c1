import { statSync } from 'node:fs';
import { join } from 'node:path';
import { askGitVersion } from '@batonkit/git-adapter';
import { type DoctorCheck, type DoctorFinding, fine, found } from './doctor-check.ts';

/** Git older than this is not used for working trees, and not at all for tasks in refs. */
const FOR_TREES = [2, 30] as const;
const FOR_REFS = [2, 36] as const;
const OLD_LOCK_MS = 10 * 60 * 1000;

/** Is there a git that can be used, a repository, and nothing that blocks it? */
export const checkGit: DoctorCheck = async ({ repository, config, root, kit }) => {
  const version = /(\d+)\.(\d+)[.\d]*/.exec(askGitVersion() ?? '');
  const findings: DoctorFinding[] = [judgeVersion(version, config.store === 'git')];
  if (repository === null) {
    findings.push(
      found(
        'repository',
        'problem',
        `${root} is not inside a git working tree.`,
        'Run baton in a working tree of a repository.',
      ),
    );
    return findings;
  }
  const linked = repository.root === repository.main ? '' : ` (linked to ${repository.main})`;
  const hasCommit = await kit.worktree?.head();
  const isFresh = hasCommit?.isErr() === true && hasCommit.error.data.reason === 'no-commit';
  findings.push(
    isFresh
      ? found('repository', 'note', `${repository.root} has no commit yet.`, 'Make a first commit, then a task.')
      : fine('repository', `${repository.root}${linked}`),
  );
  const lock = join(repository.gitDirectory, 'index.lock');
  const age = ageOf(lock);
  if (age !== null && age > OLD_LOCK_MS) {
    const advice =
      'If no git process and no editor is at work in this repository, run any git command: its message says what to do.';
    findings.push(found('git lock', 'note', `${lock} is ${Math.round(age / 60_000)} minutes old.`, advice));
  }
  return findings;
};

function judgeVersion(version: RegExpExecArray | null, needsRefs: boolean): DoctorFinding {
  if (version === null) {
    return needsRefs
      ? found(
          'git',
          'problem',
          'There is no git program, and tasks are kept in git refs.',
          'Install git 2.36 or newer.',
        )
      : found(
          'git',
          'note',
          'There is no git program; the engine without git is used.',
          "Install git 2.30 or newer for answers that are git's own.",
        );
  }
  const [text, major = '0', minor = '0'] = version;
  const [first, second] = needsRefs ? FOR_REFS : FOR_TREES;
  const isOld = Number(major) < first || (Number(major) === first && Number(minor) < second);
  return isOld
    ? found('git', 'problem', `git ${text} is too old.`, `Install git ${first}.${second} or newer.`)
    : fine('git', `git ${text}`);
}

/** How old a file is; null when there is none. */
export function ageOf(path: string): number | null {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return null;
  }
}
