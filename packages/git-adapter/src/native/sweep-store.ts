import nodeFs, { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLeftover, isTemporary } from '../host/replace-file.ts';
import { listOwnObjects } from '../objects/list-own-objects.ts';
import type { Repository } from './locate-repository.ts';
import { quoteForEnvironment } from './quote-for-environment.ts';
import { openObjectReader } from './object-reader.ts';
import { runGit } from './run-git.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import { dropBases } from '../worktree/base-copies.ts';

/** Removes what no kept name and no young capture needs; gives the bytes that came free. */
export async function sweepStore(repository: Repository, store: SnapshotStore, olderThanMs: number): Promise<number> {
  store.requireOwn();
  const limit = Date.now() - olderThanMs;
  const live = store.liveTrees(limit);
  await secureBases(repository, store, live);
  const captures = store.captures().filter(({ tree }) => live.has(tree));
  dropBases(nodeFs, store.directory, new Set(captures.map(({ base }) => base)));
  const packs = store.packs();
  const before = sizeOf(packs);
  removeLeftovers(store);
  const old = packs.filter(
    ({ name }) => (statSync(`${name}.pack`, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) <= limit,
  );
  const needed = await findNeeded(store, live);
  const candidates = new Set(old.flatMap((pack) => pack.ids()));
  const keptIds = [...candidates].filter((id) => needed.has(id));
  if (keptIds.length === candidates.size && old.length <= 1) return 0;
  await replacePacks(store, old, keptIds);
  return Math.max(0, before - sizeOf(store.packs()));
}

/**
 * A stored tree borrows what it shares with its base commit. When no branch or tag leads to that commit any more, the user's git
 * will one day collect it: what only the stored tree still needs is copied into the store before that.
 */
async function secureBases(repository: Repository, store: SnapshotStore, live: ReadonlySet<string>): Promise<void> {
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

const MOST_PACKS = 40;

/** Joins packs when there are many, so that neither disk nor speed suffers from hundreds of captures. */
export async function joinPacks(store: SnapshotStore): Promise<void> {
  const packs = store.packs();
  if (packs.length <= MOST_PACKS) return;
  await replacePacks(store, packs, [...new Set(packs.flatMap((pack) => pack.ids()))]);
}

type Packs = ReturnType<SnapshotStore['packs']>;

/** Writes one pack with these objects, then removes the old ones: a reader always finds each object in one of them. */
async function replacePacks(store: SnapshotStore, old: Packs, ids: readonly string[]): Promise<void> {
  const first = old[0];
  if (first === undefined) return;
  let made = '';
  if (ids.length > 0) {
    const settings = [
      '-c',
      'pack.writeReverseIndex=false',
      '-c',
      'core.bigFileThreshold=16m',
      '-c',
      'pack.windowMemory=64m',
    ];
    const target = join(dirname(first.name), 'pack');
    const args = [...settings, 'pack-objects', '--quiet', '--delta-base-offset', target];
    made = (await runGit(store.place, args, Buffer.from(`${ids.join('\n')}\n`))).toString('latin1').trim();
  }
  for (const { name } of old) {
    if (made !== '' && name.endsWith(`pack-${made}`)) continue;
    for (const end of ['.idx', '.rev', '.pack']) rmSync(`${name}${end}`, { force: true });
  }
}

/** The store's own objects that the live trees reach. */
async function findNeeded(store: SnapshotStore, live: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const own = new Set(store.packs().flatMap((pack) => pack.ids()));
  const roots = [...live].filter((id) => own.has(id));
  if (roots.length === 0) return new Set();
  const reader = openObjectReader(store.place);
  try {
    return await listOwnObjects(reader, roots, (id) => own.has(id));
  } finally {
    reader.close();
  }
}

function sizeOf(packs: Packs): number {
  let bytes = 0;
  for (const { name } of packs)
    for (const end of ['.pack', '.idx']) bytes += statSync(`${name}${end}`, { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

function removeLeftovers({ directory }: SnapshotStore): void {
  for (const folder of [
    join(directory, 'objects', 'pack'),
    join(directory, 'refs', 'batonkit'),
    join(directory, 'captures'),
    directory,
  ]) {
    for (const name of statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder)) {
      const file = join(folder, name);
      const stat = isTemporary(name) ? statSync(file, { throwIfNoEntry: false }) : undefined;
      if (stat !== undefined && isLeftover(name, stat.mtimeMs)) rmSync(file, { force: true });
    }
  }
}
