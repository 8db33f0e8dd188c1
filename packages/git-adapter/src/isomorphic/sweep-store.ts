import { basename, join } from 'node:path';
import { isLeftover, removeIfThere } from '../host/replace-file.ts';
import { listNames, readIfThere, statOf } from '../host/worktree-fs.ts';
import { nextInHistory } from '../objects/git-commit.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import { parseTree } from '../objects/git-tree.ts';
import { listOwnObjects } from '../objects/list-own-objects.ts';
import type { LooseStore } from './loose-store.ts';
import type { Repository } from './open-repository.ts';
import { dropBases } from '../worktree/base-copies.ts';

/** Further back than this a commit counts as lost: then a little more is copied than had to be. */
const MOST_COMMITS = 2000;

/** Removes what no kept name and no young capture needs; gives the bytes that came free. */
export async function sweepStore(
  repository: Repository,
  reader: ObjectReader,
  store: LooseStore,
  olderThanMs: number,
): Promise<number> {
  store.requireOwn();
  const limit = Date.now() - olderThanMs;
  const live = store.liveTrees(limit);
  await secureBases(repository, reader, store, live);
  const captures = store.captures().filter(({ tree }) => live.has(tree));
  dropBases(repository.fs, store.directory, new Set(captures.map(({ base }) => base)));
  const needed = await listOwnObjects(reader, live, store.has);
  let freed = 0;
  for (const { id, path, size, at } of store.objects()) {
    if (id === null ? !isLeftover(basename(path), at) : needed.has(id) || at > limit) continue;
    removeIfThere(repository.fs, path);
    freed += size;
  }
  return freed;
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
      if (!store.has(id)) await store.add([{ id, type: at.isTree ? 'tree' : 'blob', content }]);
      if (at.isTree)
        for (const entry of parseTree(object).values()) open.push({ id: entry.id, isTree: entry.mode === '040000' });
    }
  }
}

/** Those of the wanted commits that some ref leads to. */
async function findReachable(
  repository: Repository,
  reader: ObjectReader,
  wanted: ReadonlySet<string>,
): Promise<Set<string>> {
  const found = new Set<string>();
  const seen = new Set<string>();
  let open = wanted.size === 0 ? [] : refTips(repository);
  while (open.length > 0 && found.size < wanted.size && seen.size < MOST_COMMITS) {
    const next: string[] = [];
    for (const id of open) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (wanted.has(id)) found.add(id);
      next.push(...nextInHistory(await reader.read(id)));
    }
    open = next;
  }
  return found;
}

function refTips({ fs, gitDirectory, commonDirectory }: Repository): string[] {
  const texts = [join(gitDirectory, 'HEAD'), join(commonDirectory, 'packed-refs')].map((file) => readIfThere(fs, file));
  const open = [join(commonDirectory, 'refs')];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (statOf(fs, path)?.isDirectory() === true) for (const name of listNames(fs, path)) open.push(join(path, name));
    else texts.push(readIfThere(fs, path));
  }
  return texts.flatMap((text) => text?.toString('latin1').match(/\b[0-9a-f]{40}\b/g) ?? []);
}
