import type { TreePath } from '@batonkit/core';
import { gitProblem, snapshotElsewhere } from '../host/git-problem.ts';
import { findInTree, type TreeEntry } from '../objects/git-tree.ts';
import { fromTreePath } from '../objects/tree-path.ts';
import type { Repository } from './locate-repository.ts';
import { openObjectReader } from './object-reader.ts';
import { runGit } from './run-git.ts';
import type { SnapshotStore } from './snapshot-store.ts';

interface Staging {
  readonly name: Buffer;
  readonly entry: TreeEntry | null;
  readonly content: Buffer | null;
}

/**
 * Prepares to stage paths as a tree has them. Paths that are staged so already, and those of working trees inside, are left out. `null` when
 * there is nothing to do.
 */
export async function planIndex(
  repository: Repository,
  store: SnapshotStore,
  tree: string,
  paths: readonly TreePath[],
): Promise<{ readonly write: () => Promise<void> } | null> {
  const now = await readIndexEntries(repository);
  const inside = [...now].filter(([, { mode }]) => mode === '160000').map(([key]) => `${key}/`);
  const plans: Staging[] = [];
  const reader = openObjectReader(store.place);
  try {
    for (const path of new Set(paths)) {
      const name = fromTreePath(path);
      const key = name.toString('latin1');
      if (inside.some((folder) => key.startsWith(folder))) continue;
      const found = await findInTree(reader, tree, key);
      const entry = found?.mode === '040000' ? null : found;
      const is = now.get(key);
      if (is?.id === entry?.id && is?.mode === entry?.mode) continue;
      const object = entry === null || entry.mode === '160000' ? null : await reader.read(entry.id);
      if (entry !== null && entry.mode !== '160000' && object === null) throw snapshotElsewhere(tree);
      plans.push({ name, entry, content: object?.content ?? null });
    }
  } finally {
    reader.close();
  }
  return plans.length === 0 ? null : { write: () => writeEntries(repository, plans) };
}

/** Git finds what is staged among the user's objects, so what is missing there is written there. */
async function writeEntries(repository: Repository, plans: readonly Staging[]): Promise<void> {
  const lines: Buffer[] = [];
  for (const { name, entry, content } of plans) {
    const id = entry?.id ?? '0'.repeat(repository.hash === 'sha1' ? 40 : 64);
    if (entry !== null && content !== null) {
      const args = ['hash-object', '-w', '--stdin', '--no-filters', '-t', 'blob'];
      const made = (await runGit(repository.place, args, content)).toString('latin1').trim();
      if (made !== id) throw gitProblem('command-failed', `git stored ${made} in place of ${id}`);
    }
    lines.push(Buffer.concat([Buffer.from(`${entry?.mode ?? '0'} ${id}\t`), name, Buffer.from('\0')]));
  }
  // Removals first: a folder may have become a file, and a file a folder.
  const removals = lines.filter((_, at) => plans[at]?.entry === null);
  const others = lines.filter((_, at) => plans[at]?.entry !== null);
  const input = Buffer.concat([...removals, ...others]);
  await runGit(repository.place, ['update-index', '-z', '--index-info'], input);
}

async function readIndexEntries(repository: Repository): Promise<ReadonlyMap<string, TreeEntry>> {
  const listed = await runGit(repository.place, ['ls-files', '-s', '-z']);
  const entries = new Map<string, TreeEntry>();
  for (let start = 0; start < listed.length;) {
    const end = listed.indexOf(0, start);
    const tab = listed.indexOf(9, start);
    const [mode = '', id = ''] = listed.toString('latin1', start, tab).split(' ');
    entries.set(listed.toString('latin1', tab + 1, end), { mode, id });
    start = end + 1;
  }
  return entries;
}
