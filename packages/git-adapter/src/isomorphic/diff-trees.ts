import type { TreeDiff } from '@batonkit/core';
import { snapshotElsewhere } from '../host/git-problem.ts';
import type { ObjectReader } from '../objects/git-object.ts';
import type { TreeEntry } from '../objects/git-tree.ts';
import { listTreeChanges } from '../objects/list-tree-changes.ts';
import { toTreePath } from '../objects/tree-path.ts';
import { printPatch } from './print-patch.ts';
import { requireTree } from './resolve-commit.ts';

/** The difference of two trees or commits, file by file: never more than one file is held. */
export async function diffTrees(reader: ObjectReader, from: string, to: string): Promise<TreeDiff> {
  const trees = [await requireTree(reader, from), await requireTree(reader, to)] as const;
  const changes = await listTreeChanges(reader, ...trees, (object, side) => {
    if (object?.type !== 'tree') throw snapshotElsewhere(side === 'base' ? from : to);
  });
  const differences = [...changes].sort((a, b) => (a.name < b.name ? -1 : 1));

  const parts: Buffer[] = [];
  const files: TreeDiff['files'][number][] = [];
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
      mode: after?.mode ?? null,
      added: sum(printed.map(({ added }) => added)),
      removed: sum(printed.map(({ removed }) => removed)),
    });
  }
  return { patch: new Uint8Array(Buffer.concat(parts)), files };

  async function side(entry: TreeEntry | null, of: string): Promise<(TreeEntry & { content: Buffer }) | null> {
    if (entry === null) return null;
    if (entry.mode === '160000') return { ...entry, content: Buffer.from(`Subproject commit ${entry.id}\n`) };
    const object = await reader.read(entry.id);
    if (object === null) throw snapshotElsewhere(of);
    return { ...entry, content: object.content };
  }
}
