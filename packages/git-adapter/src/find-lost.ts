import type { TreePath } from '@batonkit/core';
import type { ObjectReader } from './git-object.ts';
import { findInTree, parseTree, type TreeEntry } from './git-tree.ts';
import { holdsWork } from './holds-work.ts';
import { byCodePoint, toTreePath } from './tree-path.ts';

const FOLDER = '040000';

interface Change {
  /** Latin1 text, as in trees. */
  readonly name: string;
  readonly from: TreeEntry | null;
  readonly to: TreeEntry | null;
}

/**
 * The paths at which `work` differs from `base`, and whose state there is in none of the trees in `places`. A content counts wherever it
 * is; lines that were added or removed count at their path; a deletion and a mode count at their path.
 */
export async function findLost(
  given: ObjectReader,
  { base, work, places }: { readonly base: string; readonly work: string; readonly places: readonly string[] },
): Promise<readonly TreePath[]> {
  const reader = remembering(given);
  const changes = await listChanges(reader, base, work);
  const wanted = new Set(changes.flatMap(({ from, to }) => (to === null || to.id === from?.id ? [] : [to.id])));
  const found = await findContents(reader, places, wanted);
  const lost: TreePath[] = [];
  for (const change of changes) {
    if (change.to !== null && found.has(change.to.id)) continue;
    if (!(await isIn(reader, change, places))) lost.push(toTreePath(Buffer.from(change.name, 'latin1')));
  }
  return lost.sort(byCodePoint);
}

/** Folders are read again and again; files once. */
function remembering(reader: ObjectReader): ObjectReader {
  const folders = new Map<string, Awaited<ReturnType<ObjectReader['read']>>>();
  return {
    ...reader,
    read: async (id) => {
      const known = folders.get(id);
      if (known !== undefined) return known;
      const object = await reader.read(id);
      if (object?.type === 'tree') folders.set(id, object);
      return object;
    },
  };
}

async function readFolder(reader: ObjectReader, id: string | undefined): Promise<ReadonlyMap<string, TreeEntry>> {
  const object = id === undefined ? null : await reader.read(id);
  return object?.type === 'tree' ? parseTree(object.content, object.id.length / 2) : new Map();
}

async function listChanges(reader: ObjectReader, base: string, work: string): Promise<readonly Change[]> {
  const changes: Change[] = [];
  const open: { readonly prefix: string; readonly from: string | undefined; readonly to: string | undefined }[] = [
    { prefix: '', from: base, to: work },
  ];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [before, after] = [await readFolder(reader, at.from), await readFolder(reader, at.to)];
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

/** Those of the wanted contents that are anywhere in some trees. */
async function findContents(
  reader: ObjectReader,
  trees: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open = [...trees].reverse();
  for (let id = open.pop(); id !== undefined && found.size < wanted.size; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const entry of (await readFolder(reader, id)).values()) {
      if (entry.mode === FOLDER) open.push(entry.id);
      else if (wanted.has(entry.id)) found.add(entry.id);
    }
  }
  return found;
}

async function isIn(reader: ObjectReader, { name, from, to }: Change, places: readonly string[]): Promise<boolean> {
  const seen = new Set<string>();
  for (const place of places) {
    const entry = await findInTree(reader, place, name);
    const file = entry?.mode === FOLDER ? null : entry;
    if (to === null) {
      if (file === null) return true;
      continue;
    }
    if (file === null) continue;
    if (file.id === to.id && file.mode === to.mode) return true;
    const isText = [to, file].every(({ mode }) => mode.startsWith('100')) && to.id !== from?.id;
    if (!isText || seen.has(file.id)) continue;
    seen.add(file.id);
    const contents = await Promise.all([from, to, file].map((one) => readContent(reader, one)));
    if (holdsWork({ before: contents[0], after: contents[1], now: contents[2] })) return true;
  }
  return false;
}

async function readContent(reader: ObjectReader, entry: TreeEntry | null): Promise<Buffer> {
  const object = entry === null || !entry.mode.startsWith('100') ? null : await reader.read(entry.id);
  return object?.content ?? Buffer.alloc(0);
}
