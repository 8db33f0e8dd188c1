import type { TreeDiff } from '@batonkit/core';
import { snapshotElsewhere } from '../host/git-problem.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import { editTree, findInTree, type TreeEntry } from '../objects/git-tree.ts';
import { openObjectReader } from './object-reader.ts';
import { parseRawDiff } from './parse-raw-diff.ts';
import { runGit, tryGit } from './run-git.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import { toTreePath } from '../objects/tree-path.ts';

/** Every option that changes how a patch looks, pinned. */
const rendering = [
  '-c',
  'core.quotePath=true',
  '-c',
  'core.attributesFile=/dev/null',
  'diff-tree',
  '-r',
  '-z',
  '--raw',
  '--no-abbrev',
  '--numstat',
  '-p',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-color-moved',
  '--full-index',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--unified=3',
  '--inter-hunk-context=0',
  '--submodule=short',
  '--ignore-submodules=none',
  '--no-relative',
  '--ws-error-highlight=none',
] as const;

/** The difference of two trees or commits, printed where no user's configuration or attributes apply. */
export async function diffTrees(store: SnapshotStore, from: string, to: string): Promise<TreeDiff> {
  for (const id of [from, to]) if (!/^[0-9a-f]{40,64}$/.test(id)) throw snapshotElsewhere(id);
  if (from === to) {
    await requireTree(store, from);
    return { patch: new Uint8Array(), files: [] };
  }
  const args = [...rendering, ...(store.borrows() ? await openNested(store, from, to) : [from, to])];
  const { code, stdout } = await tryGit(store.place, args);
  if (code !== 0) {
    for (const id of [from, to]) await requireTree(store, id);
    // Both are there, so something below one of them is missing, or git failed in another way.
    if ((await tryGit(store.place, ['rev-list', '--objects', '--quiet', `${from}^{tree}`])).code !== 0)
      throw snapshotElsewhere(from);
    if ((await tryGit(store.place, ['rev-list', '--objects', '--quiet', `${to}^{tree}`])).code !== 0)
      throw snapshotElsewhere(to);
    return parseDiff(await runGit(store.place, args));
  }
  return parseDiff(stdout);
}

/** Working trees may lie inside each other; nobody goes deeper. */
const DEEPEST = 8;

/**
 * Where one side has a submodule as its commit and the other as a folder with its files, both as folders: then the difference is that of the
 * files.
 */
async function openNested(store: SnapshotStore, from: string, to: string): Promise<readonly [string, string]> {
  let [one, other] = [from, to];
  const reader = openObjectReader(store.place);
  try {
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const raw = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--ignore-submodules=none', one, other];
      const { code, stdout } = await tryGit(store.place, ['diff-tree', ...raw]);
      if (code !== 0) break;
      const changes = parseRawDiff(stdout);
      const links = (side: 'from' | 'to') =>
        changes.flatMap((change) => {
          const [here, there] = side === 'from' ? [change.from, change.to] : [change.to, change.from];
          return here?.mode === '160000' && there === null
            ? [{ key: change.name.toString('latin1'), id: here.id }]
            : [];
        });
      const before = await openLinks(reader, store, { tree: one, against: other, links: links('from') });
      const after = await openLinks(reader, store, { tree: other, against: one, links: links('to') });
      if (before === one && after === other) break;
      [one, other] = [before, after];
    }
    return [one, other];
  } finally {
    reader.close();
  }
}

async function openLinks(
  reader: ObjectReader,
  store: SnapshotStore,
  what: { readonly tree: string; readonly against: string; readonly links: readonly { key: string; id: string }[] },
): Promise<string> {
  const folders = new Map<string, TreeEntry>();
  const against = what.links.length === 0 ? null : await reader.read(`${what.against}^{tree}`);
  for (const { key, id } of what.links) {
    if (against === null || (await findInTree(reader, against.id, key))?.mode !== '040000') continue;
    const inside = await reader.read(`${id}^{tree}`);
    if (inside !== null) folders.set(key, { mode: '040000', id: inside.id });
  }
  const root = folders.size === 0 ? null : await reader.read(`${what.tree}^{tree}`);
  if (root === null) return what.tree;
  const edited = await editTree(reader, store.hash, root.id, folders);
  await store.add(edited.made);
  return edited.root;
}

/** Refuses a tree or commit that neither the store nor the user's repository has. */
export async function requireTree(store: SnapshotStore, id: string): Promise<string> {
  if (!/^[0-9a-f]{40,64}$/.test(id)) throw snapshotElsewhere(id);
  const { code, stdout } = await tryGit(store.place, ['rev-parse', '--verify', '--quiet', `${id}^{tree}`]);
  if (code !== 0) throw snapshotElsewhere(id);
  return stdout.toString('latin1').trim();
}

/** Numbers come before the patch, each record ended by NUL; an empty record ends them, and the patch follows. */
function parseDiff(output: Buffer): TreeDiff {
  const modes = new Map<string, string | null>();
  const files: TreeDiff['files'][number][] = [];
  let at = 0;
  // The entries themselves come first: `:<mode> <mode> <id> <id> <letter>`, and the path.
  while (output[at] === 0x3a) {
    const end = output.indexOf(0, at);
    const next = output.indexOf(0, end + 1);
    const mode = output.toString('latin1', at + 8, at + 14);
    modes.set(output.toString('latin1', end + 1, next), mode === '000000' ? null : mode);
    at = next + 1;
  }
  while (at < output.length && output[at] !== 0) {
    const end = output.indexOf(0, at);
    const firstTab = output.indexOf(9, at);
    const secondTab = output.indexOf(9, firstTab + 1);
    const count = (text: string): number | null => (text === '-' ? null : Number(text));
    const name = output.subarray(secondTab + 1, end);
    files.push({
      path: toTreePath(name),
      mode: modes.get(name.toString('latin1')) ?? null,
      added: count(output.toString('latin1', at, firstTab)),
      removed: count(output.toString('latin1', firstTab + 1, secondTab)),
    });
    at = end + 1;
  }
  return { patch: new Uint8Array(output.subarray(at + 1)), files };
}
