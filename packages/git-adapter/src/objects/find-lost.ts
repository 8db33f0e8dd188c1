import type { TreePath } from '@batonkit/core';
import type { ObjectReader } from './git-object.ts';
import { findInTree, type TreeEntry } from './git-tree.ts';
import { listTreeChanges, readFolder, type TreeChange } from './list-tree-changes.ts';
import { byCodePoint, toTreePath } from './tree-path.ts';

const FOLDER = '040000';

/**
 * The paths at which `work` differs from `base`, and whose state there is in none of the trees in `places`. A content counts wherever it
 * is; lines that were added or removed count at their path; a deletion and a mode count at their path.
 */
export async function findLost(
  given: ObjectReader,
  { base, work, places }: { readonly base: string; readonly work: string; readonly places: readonly string[] },
): Promise<readonly TreePath[]> {
  const reader = remembering(given);
  const changes = await listTreeChanges(reader, base, work);
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

async function isIn(reader: ObjectReader, { name, from, to }: TreeChange, places: readonly string[]): Promise<boolean> {
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

/**
 * Whether a text has every line that a change added, as often, and none that it removed more often: so that work is recognised after a
 * rebase or a merge has brought other lines to the file. Binary content, and a change that only moved lines, has to be the same.
 */
function holdsWork({
  before = Buffer.alloc(0),
  after = Buffer.alloc(0),
  now = Buffer.alloc(0),
}: {
  readonly before?: Buffer | undefined;
  readonly after?: Buffer | undefined;
  readonly now?: Buffer | undefined;
}): boolean {
  if (now.equals(after)) return true;
  if ([before, after, now].some((content) => content.includes(0))) return false;
  const [had, has, is] = [countLines(before), countLines(after), countLines(now)];
  const touched = [...new Set([...had.keys(), ...has.keys()])].filter((line) => had.get(line) !== has.get(line));
  if (touched.length === 0) return false;
  return touched.every((line) => {
    const [wanted, earlier, found] = [has.get(line) ?? 0, had.get(line) ?? 0, is.get(line) ?? 0];
    return wanted > earlier ? found >= wanted : found <= wanted;
  });
}

function countLines(content: Buffer): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const lines = content.toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
