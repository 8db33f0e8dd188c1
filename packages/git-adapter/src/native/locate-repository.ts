import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { gitProblem } from '../host/git-problem.ts';
import { requireGit } from './git-version.ts';
import { insist, readSettings } from './own-programs.ts';
import { quoteForEnvironment } from './quote-for-environment.ts';
import { type GitPlace, runGit } from './run-git.ts';

/** Where the parts of a user's repository are. */
export interface Repository {
  /** The working tree's top directory. */
  readonly root: string;
  /** This working tree's own git directory (index, HEAD). */
  readonly gitDirectory: string;
  /** The directory that all linked working trees share. */
  readonly commonDirectory: string;
  readonly objects: string;
  /** `objects`, as git wants it in GIT_ALTERNATE_OBJECT_DIRECTORIES. */
  readonly objectsForEnvironment: string;
  readonly hash: 'sha1' | 'sha256';
  /** How git runs here: with the user's configuration. */
  readonly place: GitPlace;
  /** Changes when the configuration is written, from which {@link place} was made. */
  readonly configured: string;
}

/** Finds the repository of a working tree. */
export async function locateRepository(directory: string): Promise<Repository> {
  if (!existsSync(directory)) throw gitProblem('not-a-repository', `${directory} does not exist`);
  const place: GitPlace = { cwd: directory, env: { GIT_NO_REPLACE_OBJECTS: '1' } };
  const [answer, settings] = await Promise.all([
    runGit(place, [
      'rev-parse',
      '--is-bare-repository',
      '--is-inside-work-tree',
      '--show-object-format',
      '--absolute-git-dir',
      '--git-common-dir',
      '--git-path',
      'objects',
    ]),
    readSettings(place),
    requireGit(),
  ]);
  const [bare, inside, format, gitDirectory = '', common = '', objects = ''] = answer.toString('utf8').split('\n');
  if (bare === 'true') throw gitProblem('bare', directory);
  // Wherever the configuration says that the working tree is: this one was meant.
  const pinned = settings.some(({ key }) => key === 'core.worktree') && isTop(directory);
  if (inside !== 'true' && !pinned) throw gitProblem('not-a-repository', `${directory} is inside a git directory`);
  if (format !== 'sha1' && format !== 'sha256') throw gitProblem('unsupported', `object format ${format}`);
  const placed = pinned ? { ...place, env: { ...place.env, GIT_WORK_TREE: directory } } : place;
  const top = await runGit(placed, ['rev-parse', '--show-toplevel']);
  const root = top.toString('utf8').slice(0, -1);
  const commonDirectory = resolve(directory, common);
  return {
    root,
    gitDirectory,
    commonDirectory,
    objects: resolve(directory, objects),
    objectsForEnvironment: quoteForEnvironment(resolve(directory, objects)),
    hash: format,
    place: { ...placed, cwd: root, settings: insist(settings) },
    configured: configStamp(gitDirectory, commonDirectory),
  };
}

/** The same repository with more folders of objects in sight. */
export function withObjects(repository: Repository, folders: readonly string[]): Repository {
  const more = folders.map(quoteForEnvironment).join(delimiter);
  const { place } = repository;
  return {
    ...repository,
    objectsForEnvironment: [repository.objectsForEnvironment, more].join(delimiter),
    place: { ...place, env: { ...place.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: more } },
  };
}

/** True for a directory that holds a `.git`. */
function isTop(directory: string): boolean {
  return existsSync(join(directory, '.git'));
}

function configStamp(gitDirectory: string, commonDirectory: string): string {
  return [join(commonDirectory, 'config'), join(gitDirectory, 'config.worktree')]
    .map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`))
    .join(' ');
}

/** Tells whether a repository that was found earlier is still where it was, configured as it was. */
export function isStillThere({ gitDirectory, commonDirectory, root, configured }: Repository): boolean {
  const isThere = existsSync(join(gitDirectory, 'HEAD')) && existsSync(root);
  return isThere && configStamp(gitDirectory, commonDirectory) === configured;
}
