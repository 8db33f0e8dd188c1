import { join } from 'node:path';
import type { TreePath } from '@batonkit/core';
import { findCheckoutConversions } from './find-conversions.ts';
import { gitProblem } from '../git-problem.ts';
import type { TreeEntry } from '../git-tree.ts';
import type { Repository } from './locate-repository.ts';
import { quoteForEnvironment } from './quote-for-environment.ts';
import { runGit } from './run-git.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** The bytes that a checkout would write, for those files where they differ from what git stores. */
export async function readCheckoutContent(
  repository: Repository,
  store: SnapshotStore,
  files: readonly { readonly path: TreePath; readonly name: Buffer; readonly entry: TreeEntry | null }[],
): Promise<Map<TreePath, Buffer>> {
  const conversions = await findCheckoutConversions(
    repository,
    files.map(({ name }) => name),
  );
  const contents = new Map<TreePath, Buffer>();
  const env = {
    ...repository.place.env,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteForEnvironment(join(store.directory, 'objects')),
  };
  for (const { path, name, entry } of files) {
    if (entry === null || !conversions.has(name.toString('latin1'))) continue;
    if (path.startsWith('"'))
      throw gitProblem('unsupported', `${path} is subject to conversion and its name is not plain text`);
    const args = ['cat-file', '--filters', `--path=${path}`, entry.id];
    contents.set(path, await runGit({ ...repository.place, env }, args));
  }
  return contents;
}
