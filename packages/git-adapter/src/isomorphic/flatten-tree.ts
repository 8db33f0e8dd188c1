import { isUtf8 } from 'node:buffer';
import { gitProblem } from '../git-problem.ts';
import type { ObjectReader } from '../git-object.ts';
import { parseTree, type TreeEntry } from '../git-tree.ts';
import { toTreePath } from '../tree-path.ts';

/** Every file of a tree by its path. Submodules and names that are not valid UTF-8 are refused. */
export async function flattenTree(reader: ObjectReader, root: string): Promise<Map<string, TreeEntry>> {
  const files = new Map<string, TreeEntry>();
  const open = [{ id: root, prefix: '' }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const tree = await reader.read(at.id);
    if (tree?.type !== 'tree')
      throw gitProblem('unsupported', `the tree ${at.id} is not in this repository (a partial or shallow clone?)`);
    for (const [name, entry] of parseTree(tree.content, 20)) {
      const path = at.prefix + decodeName(name);
      if (entry.mode === '160000') throw gitProblem('unsupported', `${path} is a submodule; use the native engine`);
      if (entry.mode === '040000') open.push({ id: entry.id, prefix: `${path}/` });
      else if (/^(100644|100755|120000)$/.test(entry.mode)) files.set(path, entry);
      else throw gitProblem('unsupported', `${path} has the old mode ${entry.mode}; use the native engine`);
    }
  }
  return files;
}

/** The text of a name that is kept as latin1. */
function decodeName(name: string): string {
  let isPlain = true;
  for (let at = 0; at < name.length && isPlain; at += 1) isPlain = name.charCodeAt(at) < 0x80;
  if (isPlain) return name;
  const bytes = Buffer.from(name, 'latin1');
  if (!isUtf8(bytes))
    throw gitProblem('unsupported', `the name ${toTreePath(bytes)} is not valid UTF-8; use the native engine`);
  return bytes.toString('utf8');
}
