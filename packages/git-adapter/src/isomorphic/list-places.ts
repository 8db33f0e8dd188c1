import { join } from 'node:path';
import { nextInHistory, parseCommit } from '../objects/git-commit.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import type { Repository } from './open-repository.ts';
import { listNames, readIfThere, statOf } from '../host/worktree-fs.ts';

/** More commits than these are not looked through. */
const MOST_COMMITS = 2000;

/** The trees of the commits since `base` that a branch, a tag, a remote or the HEAD of a working tree leads to. A stash is no place for work. */
export async function listPlaces(
  repository: Repository,
  reader: ObjectReader,
  base: string,
): Promise<readonly string[]> {
  const trees = new Set<string>();
  const seen = new Set([base]);
  let open = listTips(repository);
  while (open.length > 0 && seen.size < MOST_COMMITS) {
    const next: string[] = [];
    for (const id of open) {
      if (seen.has(id)) continue;
      seen.add(id);
      const object = await reader.read(id);
      const commit = parseCommit(object);
      if (commit !== null) trees.add(commit.tree);
      next.push(...nextInHistory(object));
    }
    open = next;
  }
  return [...trees];
}

function listTips({ fs, commonDirectory }: Repository): string[] {
  const folders = ['heads', 'tags', 'remotes'].map((name) => join(commonDirectory, 'refs', name));
  const texts = [readIfThere(fs, join(commonDirectory, 'HEAD'))];
  const linked = join(commonDirectory, 'worktrees');
  if (statOf(fs, linked) !== undefined)
    for (const name of listNames(fs, linked)) texts.push(readIfThere(fs, join(linked, name, 'HEAD')));
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    const stat = statOf(fs, path);
    if (stat?.isDirectory() === true) for (const name of listNames(fs, path)) folders.push(join(path, name));
    else if (stat !== undefined) texts.push(readIfThere(fs, path));
  }
  const packed = readIfThere(fs, join(commonDirectory, 'packed-refs'))?.toString('latin1') ?? '';
  const ids = texts.map((text) => /^[0-9a-f]{40}/.exec(text?.toString('latin1') ?? '')?.[0] ?? '');
  return [...ids, ...[...packed.matchAll(/^([0-9a-f]{40}) refs\/(?:heads|tags|remotes)\//gm)].map(([, id = '']) => id)];
}
