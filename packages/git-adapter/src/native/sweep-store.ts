import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTree } from '../git-tree.ts';
import { requireOwnFolders } from '../own-folders.ts';
import type { Repository } from './locate-repository.ts';
import { openObjectReader } from './object-reader.ts';
import { runGit } from './run-git.ts';
import { secureBases } from './secure-bases.ts';
import { isLink, type SnapshotStore } from './snapshot-store.ts';

/** Removes what no kept name and no young capture needs; gives the bytes that came free. */
export async function sweepStore(repository: Repository, store: SnapshotStore, olderThanMs: number): Promise<number> {
  requireOwnFolders(store.directory, isLink);
  const limit = Date.now() - olderThanMs;
  const kept = new Set(store.kept().map(({ tree }) => tree));
  const live = new Set(kept);
  for (const { tree, at } of store.captures()) {
    if (at > limit) live.add(tree);
    else if (!kept.has(tree)) store.forgetCapture(tree);
  }
  await secureBases(repository, store, live);
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

/** The store's own objects that the live trees reach. Below a borrowed tree everything is borrowed. */
async function findNeeded(store: SnapshotStore, live: Iterable<string>): Promise<Set<string>> {
  const needed = new Set<string>();
  const open = [...live].filter((id) => store.has(id));
  if (open.length === 0) return needed;
  const idBytes = store.hash === 'sha1' ? 20 : 32;
  const own = new Set(store.packs().flatMap((pack) => pack.ids()));
  const reader = openObjectReader(store.place);
  try {
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (needed.has(id)) continue;
      needed.add(id);
      const tree = await reader.read(id);
      if (tree?.type !== 'tree') continue;
      for (const entry of parseTree(tree.content, idBytes).values()) {
        if (!own.has(entry.id)) continue;
        if (entry.mode === '040000') open.push(entry.id);
        else needed.add(entry.id);
      }
    }
    return needed;
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

/** By then whoever wrote a temporary file has ended. Its process number tells less: other containers and hosts count for themselves. */
const LEFTOVER_AGE = 3_600_000;

function removeLeftovers({ directory }: SnapshotStore): void {
  const limit = Date.now() - LEFTOVER_AGE;
  for (const folder of [
    join(directory, 'objects', 'pack'),
    join(directory, 'refs', 'batonkit'),
    join(directory, 'captures'),
    directory,
  ]) {
    for (const name of statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder)) {
      const file = join(folder, name);
      const changedAt = /^tmp_\d+_/.test(name) ? statSync(file, { throwIfNoEntry: false })?.mtimeMs : undefined;
      if (changedAt !== undefined && changedAt <= limit) rmSync(file, { force: true });
    }
  }
}
