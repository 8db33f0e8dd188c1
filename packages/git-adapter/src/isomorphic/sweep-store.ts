import type { ObjectReader } from '../git-object.ts';
import { parseTree } from '../git-tree.ts';
import type { LooseStore, StoredObject } from './loose-store.ts';
import type { Repository } from './open-repository.ts';
import { findReachable } from './find-reachable.ts';
import { requireOwnFolders } from '../own-folders.ts';
import { statOf } from './worktree-fs.ts';

const LEFTOVER_AGE = 3_600_000;

/** Removes what no kept name and no young capture needs; gives the bytes that came free. */
export async function sweepStore(
  repository: Repository,
  reader: ObjectReader,
  store: LooseStore,
  olderThanMs: number,
): Promise<number> {
  requireOwnFolders(store.directory, (path) => statOf(repository.fs, path)?.isSymbolicLink() === true);
  const limit = Date.now() - olderThanMs;
  const live = new Set(store.kept().map(({ tree }) => tree));
  const kept = new Set(live);
  for (const { tree, at } of store.captures()) {
    if (at > limit) live.add(tree);
    else if (!kept.has(tree)) store.forgetCapture(tree);
  }
  await secureBases(repository, reader, store, live);
  const needed = new Set<string>();
  for (const tree of live) for (const id of await ownObjects(reader, store, tree)) needed.add(id);
  let freed = 0;
  for (const { id, path, size, at } of store.objects()) {
    const isLeftover = !/^[0-9a-f]{40}$/.test(id);
    if (isLeftover ? at > Date.now() - LEFTOVER_AGE : needed.has(id) || at > limit) continue;
    store.remove(path);
    freed += size;
  }
  return freed;
}

/** The objects of a tree that this engine stored itself. Below a borrowed directory everything is borrowed. */
export async function ownObjects(reader: ObjectReader, store: LooseStore, root: string): Promise<Set<string>> {
  const own = new Set<string>();
  const open = [root];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (own.has(id) || !store.has(id)) continue;
    own.add(id);
    const object = await reader.read(id);
    if (object?.type !== 'tree') continue;
    for (const entry of parseTree(object.content, 20).values()) {
      if (entry.mode === '040000') open.push(entry.id);
      else if (store.has(entry.id)) own.add(entry.id);
    }
  }
  return own;
}

/** Copies what a stored tree borrows from a base commit that no ref leads to any more: the user's git will collect that one day. */
async function secureBases(
  repository: Repository,
  reader: ObjectReader,
  store: LooseStore,
  live: ReadonlySet<string>,
): Promise<void> {
  const captures = store.captures().filter(({ tree }) => live.has(tree) && store.has(tree));
  const safe = await findReachable(repository, reader, new Set(captures.map(({ base }) => base)));
  for (const { tree } of captures.filter(({ base }) => !safe.has(base))) {
    const open = [{ id: tree, isTree: true }];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const object = at.isTree || !store.has(at.id) ? await reader.read(at.id) : null;
      if (object === null) continue;
      const { id, content } = object;
      const stored: StoredObject = { id, type: at.isTree ? 'tree' : 'blob', size: content.length, content };
      if (!store.has(id)) await store.add([stored]);
      if (at.isTree)
        for (const entry of parseTree(content, 20).values())
          open.push({ id: entry.id, isTree: entry.mode === '040000' });
    }
  }
}
