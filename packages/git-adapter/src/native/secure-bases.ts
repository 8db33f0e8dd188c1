import { join } from 'node:path';
import { quoteForEnvironment } from './quote-for-environment.ts';
import type { Repository } from './locate-repository.ts';
import { runGit } from './run-git.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/**
 * A stored tree borrows what it shares with its base commit. When no branch or tag leads to that commit any more, the user's git
 * will one day collect it: what only the stored tree still needs is copied into the store before that.
 */
export async function secureBases(
  repository: Repository,
  store: SnapshotStore,
  live: ReadonlySet<string>,
): Promise<void> {
  const captures = store.captures().filter(({ tree }) => live.has(tree));
  const bases = [...new Set(captures.map(({ base }) => base))];
  if (bases.length === 0) return;
  const place = {
    ...repository.place,
    env: {
      ...repository.place.env,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteForEnvironment(join(store.directory, 'objects')),
    },
  };
  const list = async (args: readonly string[], names: readonly string[]): Promise<Set<string>> => {
    const input = Buffer.from(`${names.join('\n')}\n`);
    const output = await runGit(place, ['rev-list', '--ignore-missing', ...args, '--stdin', '--not', '--all'], input);
    return new Set(output.toString('latin1').split('\n').filter(Boolean));
  };
  const abandoned = await list([], bases);
  const trees = captures.filter(({ base }) => abandoned.has(base)).map(({ tree }) => tree);
  if (trees.length === 0) return;
  const objects = await list(['--objects', '--no-object-names', '--missing=allow-any'], trees);
  const missing = [...objects].filter((id) => !store.has(id));
  if (missing.length === 0) return;
  const target = join(store.directory, 'objects', 'pack', 'pack');
  const args = ['-c', 'pack.writeReverseIndex=false', 'pack-objects', '--quiet', target];
  await runGit(store.place, args, Buffer.from(`${missing.join('\n')}\n`));
}
