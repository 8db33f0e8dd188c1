import type { TreeDiff } from '@batonkit/core';
import { snapshotElsewhere } from '../git-problem.ts';
import type { ObjectReader } from '../git-object.ts';
import { parseTree, type TreeEntry } from '../git-tree.ts';
import { toTreePath } from '../tree-path.ts';
import { printPatch } from './print-patch.ts';
import { requireTree } from './resolve-commit.ts';

/** A path that two trees have differently; names are latin1 text. */
interface Difference {
  readonly name: string;
  readonly from: TreeEntry | null;
  readonly to: TreeEntry | null;
}

/** The difference of two trees or commits, file by file: never more than one file is held. */
export async function diffTrees(reader: ObjectReader, from: string, to: string): Promise<TreeDiff> {
  const trees = [await requireTree(reader, from), await requireTree(reader, to)] as const;
  const differences: Difference[] = [];
  await compare(trees[0], trees[1], '');
  differences.sort((a, b) => (a.name < b.name ? -1 : 1));

  const parts: Buffer[] = [];
  const files: { path: string; added: number | null; removed: number | null }[] = [];
  for (const { name, from: before, to: after } of differences) {
    const bytes = Buffer.from(name, 'latin1');
    // Git prints a file that became a link, or the other way round, as removed and added.
    const isOtherKind = before !== null && after !== null && before.mode.slice(0, 3) !== after.mode.slice(0, 3);
    const [old, now] = [await side(before, from), await side(after, to)];
    const printed = isOtherKind
      ? [printPatch(bytes, old, null), printPatch(bytes, null, now)]
      : [printPatch(bytes, old, now)];
    for (const { text } of printed) parts.push(Buffer.from(text, 'latin1'));
    const sum = (counts: readonly (number | null)[]): number | null =>
      counts.includes(null) ? null : counts.reduce<number>((total, count) => total + (count ?? 0), 0);
    files.push({
      path: toTreePath(bytes),
      added: sum(printed.map(({ added }) => added)),
      removed: sum(printed.map(({ removed }) => removed)),
    });
  }
  return { patch: new Uint8Array(Buffer.concat(parts)), files };

  async function compare(left: string | null, right: string | null, prefix: string): Promise<void> {
    if (left === right) return;
    const [before, after] = [await entries(left, from), await entries(right, to)];
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [old, now] = [before.get(name) ?? null, after.get(name) ?? null];
      if (old?.id === now?.id && old?.mode === now?.mode) continue;
      const [oldTree, newTree] = [subtree(old), subtree(now)];
      if (oldTree !== null || newTree !== null) await compare(oldTree, newTree, `${prefix}${name}/`);
      const file = { name: prefix + name, from: oldTree === null ? old : null, to: newTree === null ? now : null };
      if (file.from !== null || file.to !== null) differences.push(file);
    }
  }

  async function entries(id: string | null, of: string): Promise<Map<string, TreeEntry>> {
    if (id === null) return new Map();
    const object = await reader.read(id);
    if (object?.type !== 'tree') throw snapshotElsewhere(of);
    return parseTree(object.content, 20);
  }

  async function side(entry: TreeEntry | null, of: string): Promise<(TreeEntry & { content: Buffer }) | null> {
    if (entry === null) return null;
    if (entry.mode === '160000') return { ...entry, content: Buffer.from(`Subproject commit ${entry.id}\n`) };
    const object = await reader.read(entry.id);
    if (object === null) throw snapshotElsewhere(of);
    return { ...entry, content: object.content };
  }
}

function subtree(entry: TreeEntry | null): string | null {
  return entry?.mode === '040000' ? entry.id : null;
}
