import { join, resolve } from 'node:path';
import { gitProblem, snapshotElsewhere } from '../host/git-problem.ts';
import type { GitObject, ObjectReader } from '../objects/git-object.ts';
import { parseTree } from '../objects/git-tree.ts';
import { requireSafeName } from '../objects/safe-name.ts';
import { listNames, removeTree, statOf, type WorktreeFs } from '../host/worktree-fs.ts';

/** Writes a tree into an empty directory. When it cannot be done, what was written is taken away again. */
export async function materializeTree(
  fs: WorktreeFs,
  reader: ObjectReader,
  tree: string,
  directory: string,
): Promise<number> {
  const target = resolve(directory);
  const before = statOf(fs, target);
  if (before !== undefined && !before.isDirectory()) throw gitProblem('unsupported', `${target} is not a directory`);
  if (listNames(fs, target).length > 0) throw gitProblem('unsupported', `${target} is not empty`);
  let files = 0;
  // Links last, so that nothing is ever written through one.
  const links: { readonly path: string; readonly to: string }[] = [];

  async function read(id: string): Promise<GitObject> {
    const object = await reader.read(id);
    if (object === null) throw snapshotElsewhere(tree);
    return object;
  }

  async function write(id: string, at: string): Promise<void> {
    fs.mkdirSync(at, { recursive: true });
    for (const [name, entry] of parseTree(await read(id))) {
      const bytes = Buffer.from(name, 'latin1');
      requireSafeName(bytes);
      const path = join(at, bytes.toString('utf8'));
      if (entry.mode === '040000') await write(entry.id, path);
      else if (entry.mode === '160000') fs.mkdirSync(path);
      else {
        files += 1;
        const { content } = await read(entry.id);
        if (entry.mode === '120000') links.push({ path, to: content.toString('utf8') });
        else fs.writeFileSync(path, content, { flag: 'wx', mode: entry.mode === '100755' ? 0o777 : 0o666 });
      }
    }
  }

  try {
    await write(tree, target);
    for (const { path, to } of links) fs.symlinkSync(to, path);
    return files;
  } catch (error) {
    for (const name of listNames(fs, target)) removeTree(fs, join(target, name));
    if (before === undefined) removeTree(fs, target);
    throw error;
  }
}
