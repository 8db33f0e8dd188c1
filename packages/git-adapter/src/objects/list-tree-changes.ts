import type { GitObject, ObjectReader } from './git-object.ts';
import { parseTree, type TreeEntry } from './git-tree.ts';

const FOLDER = '040000';

/** One file that differs between two trees. */
export interface TreeChange {
  /** Latin1 text, as in trees. */
  readonly name: string;
  readonly from: TreeEntry | null;
  readonly to: TreeEntry | null;
}

/** The files that differ between two trees; `undefined` is the empty one. A tree that is missing is empty, unless `requireFolder` refuses it. */
export async function listTreeChanges(
  reader: ObjectReader,
  base: string | undefined,
  work: string,
  requireFolder: (object: GitObject | null, side: 'base' | 'work') => void = () => undefined,
): Promise<readonly TreeChange[]> {
  const changes: TreeChange[] = [];
  const open: { readonly prefix: string; readonly from: string | undefined; readonly to: string | undefined }[] = [
    { prefix: '', from: base, to: work },
  ];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.from === at.to) continue;
    const before = await readFolder(reader, at.from, (object) => requireFolder(object, 'base'));
    const after = await readFolder(reader, at.to, (object) => requireFolder(object, 'work'));
    for (const part of new Set([...before.keys(), ...after.keys()])) {
      const [from, to] = [before.get(part), after.get(part)];
      if (from?.id === to?.id && from?.mode === to?.mode) continue;
      const name = at.prefix + part;
      const folder = (entry: TreeEntry | undefined): string | undefined =>
        entry?.mode === FOLDER ? entry.id : undefined;
      const file = (entry: TreeEntry | undefined): TreeEntry | null =>
        entry === undefined || entry.mode === FOLDER ? null : entry;
      if (folder(from) !== undefined || folder(to) !== undefined)
        open.push({ prefix: `${name}/`, from: folder(from), to: folder(to) });
      if (file(from) !== null || file(to) !== null) changes.push({ name, from: file(from), to: file(to) });
    }
  }
  return changes;
}

/** The entries of a folder; none where there is no such tree. */
export async function readFolder(
  reader: ObjectReader,
  id: string | undefined,
  check?: (object: GitObject | null) => void,
): Promise<ReadonlyMap<string, TreeEntry>> {
  if (id === undefined) return new Map();
  const object = await reader.read(id);
  check?.(object);
  return object?.type === 'tree' ? parseTree(object) : new Map();
}
