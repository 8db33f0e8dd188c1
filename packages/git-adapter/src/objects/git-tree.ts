import { gitProblem } from '../host/git-problem.ts';
import { type GitObject, type HashName, newObject, type NewObject, type ObjectReader } from './git-object.ts';

/** What a tree says about one name. */
export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/** Names are kept as latin1 text, in which every byte is one character. */
type Entries = Map<string, TreeEntry>;

/** Reads a tree object; ids in it are as long as its own. */
export function parseTree({ id, content }: Pick<GitObject, 'id' | 'content'>): Entries {
  const idBytes = id.length / 2;
  const entries: Entries = new Map();
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const nul = content.indexOf(0, space);
    const mode = content.toString('latin1', at, space).padStart(6, '0');
    const name = content.toString('latin1', space + 1, nul);
    at = nul + 1 + idBytes;
    entries.set(name, { mode, id: content.toString('hex', nul + 1, at) });
  }
  return entries;
}

/** Writes the content of a tree object, in git's order: directories sort as if their names ended in `/`. */
export function formatTree(entries: Entries): Buffer {
  const key = ([name, { mode }]: [string, TreeEntry]): string => (mode === '040000' ? `${name}/` : name);
  const sorted = [...entries].map((entry) => [key(entry), entry] as const);
  sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Buffer.concat(
    sorted.flatMap(([, [name, { mode, id }]]) => [
      Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`, 'latin1'),
      Buffer.from(id, 'hex'),
    ]),
  );
}

interface Folder {
  readonly files: Map<string, TreeEntry | null>;
  readonly folders: Map<string, Folder>;
}

/**
 * Makes the tree that `root` becomes when each named path gets its entry, or is removed with `null`. Only directories on the
 * way to a named path are read.
 */
export async function editTree(
  reader: ObjectReader,
  hash: HashName,
  root: string,
  changes: ReadonlyMap<string, TreeEntry | null>,
): Promise<{ readonly root: string; readonly made: readonly NewObject[] }> {
  const top: Folder = { files: new Map(), folders: new Map() };
  for (const [path, entry] of changes) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = top;
    for (const part of parts) {
      let next = folder.folders.get(part);
      if (next === undefined) folder.folders.set(part, (next = { files: new Map(), folders: new Map() }));
      folder = next;
    }
    folder.files.set(name, entry);
  }
  const made: NewObject[] = [];
  const built = await build(top, root);
  if (built !== null) return { root: built, made };
  const empty = newObject(hash, 'tree', Buffer.alloc(0));
  return { root: empty.id, made: [empty] };

  /** The id of the edited folder; `null` when nothing is left in it. */
  async function build(folder: Folder, before: string | null): Promise<string | null> {
    const entries = before === null ? new Map<string, TreeEntry>() : parseTree(await readTree(before));
    // Removals first: a file may have become a folder or a folder a file.
    for (const [name, entry] of folder.files) {
      if (entry === null && entries.get(name)?.mode !== '040000') entries.delete(name);
    }
    const subfolders = await Promise.all(
      [...folder.folders].map(async ([name, child]) => {
        const found = entries.get(name);
        const id = await build(child, found?.mode === '040000' ? found.id : null);
        return { name, id, replaces: found?.mode === '040000' };
      }),
    );
    for (const { name, id, replaces } of subfolders) {
      if (id !== null) entries.set(name, { mode: '040000', id });
      else if (replaces) entries.delete(name);
    }
    for (const [name, entry] of folder.files) if (entry !== null) entries.set(name, entry);
    if (entries.size === 0) return null;
    const tree = newObject(hash, 'tree', formatTree(entries));
    if (tree.id !== before) made.push(tree);
    return tree.id;
  }

  async function readTree(id: string): Promise<GitObject> {
    const object = await reader.read(id);
    if (object?.type !== 'tree') throw gitProblem('command-failed', `the tree ${id} is missing from the repository`);
    return object;
  }
}

/**
 * Finds one path in a tree; `null` when it is not there. `path` is latin1 text. The files of a submodule are those of the commit that the tree
 * names for it; `null` too where that commit is not at hand, see {@link isBeyondReach}.
 */
export async function findInTree(reader: ObjectReader, root: string, path: string): Promise<TreeEntry | null> {
  let at: TreeEntry = { mode: '040000', id: root };
  for (const part of path.split('/')) {
    if (at.mode !== '040000' && at.mode !== '160000') return null;
    const object = await reader.read(at.mode === '160000' ? `${at.id}^{tree}` : at.id);
    if (object?.type !== 'tree') return null;
    const found = parseTree(object).get(part);
    if (found === undefined) return null;
    at = found;
  }
  return at;
}

/** True when a path of a tree is inside a submodule whose commit is not at hand, so that nobody can tell what is there. */
export async function isBeyondReach(reader: ObjectReader, root: string, path: string): Promise<boolean> {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth += 1) {
    const above = await findInTree(reader, root, parts.slice(0, depth).join('/'));
    if (above?.mode === '160000' && (await reader.read(`${above.id}^{tree}`)) === null) return true;
  }
  return false;
}
