import type { Repository } from './locate-repository.ts';
import { runGit } from './run-git.ts';

/** More recent commits than these are not looked through. */
const MOST_COMMITS = 5000;

/** Refs that their command takes away again, and our own. */
const PASSING = ['refs/stash', 'refs/batonkit/*', 'refs/bisect/*', 'refs/rewritten/*', 'refs/original/*'];

/** The trees of the commits since `base`, newest first, that a branch, a tag, a remote or the HEAD of a working tree leads to. A stash is no place for work. */
export async function listPlaces({ place }: Repository, base: string): Promise<readonly string[]> {
  const refs = [...PASSING.map((pattern) => `--exclude=${pattern}`), '--all', 'HEAD'];
  const listed = await runGit(place, [
    ...['log', '--ignore-missing', '--format=%T', `--max-count=${MOST_COMMITS}`],
    ...refs,
    ...['--not', base, '--'],
  ]);
  return [...new Set(listed.toString('latin1').split('\n').filter(Boolean))];
}
