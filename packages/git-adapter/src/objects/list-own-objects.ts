import type { ObjectReader } from './git-object.ts';
import { parseTree } from './git-tree.ts';

/** The objects of some trees that a store holds itself, by `has`. Below a borrowed tree everything is borrowed. */
export async function listOwnObjects(
  reader: ObjectReader,
  roots: Iterable<string>,
  has: (id: string) => boolean,
): Promise<Set<string>> {
  const own = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (own.has(id) || !has(id)) continue;
    own.add(id);
    const object = await reader.read(id);
    if (object?.type !== 'tree') continue;
    for (const entry of parseTree(object).values()) {
      if (entry.mode === '040000') open.push(entry.id);
      else if (has(entry.id)) own.add(entry.id);
    }
  }
  return own;
}
