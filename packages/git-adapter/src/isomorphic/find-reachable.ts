import { join } from 'node:path';
import type { ObjectReader } from '../git-object.ts';
import type { Repository } from './open-repository.ts';
import { listNames, readIfThere, statOf } from './worktree-fs.ts';

/** Further back than this a commit counts as lost: then a little more is copied than had to be. */
const MOST_COMMITS = 2000;

/** Those of the wanted commits that some ref leads to. */
export async function findReachable(
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
      const object = await reader.read(id);
      if (object?.type !== 'commit' && object?.type !== 'tag') continue;
      const [header = ''] = object.content.toString('latin1').split('\n\n', 1);
      for (const [, parent = ''] of header.matchAll(/^(?:parent|object) ([0-9a-f]{40})$/gm)) next.push(parent);
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
