import { objectId } from '../git-object.ts';
import { readObject } from './read-revisions.ts';
import type { RefRepository } from './ref-repository.ts';
import { type RevisionCommit, withoutTree } from './revision-commit.ts';
import { corrupt } from './store-problem.ts';

/** How two histories of one task relate. */
export interface Comparison {
  readonly relation: 'same' | 'local ahead' | 'remote ahead' | 'diverged';
  /** The last revision that both have in common; 0 when there is none. */
  readonly shared: number;
}

/** Compares two histories of one task; null stands for a task that is not there. */
export async function compareHistories(
  repository: RefRepository,
  local: RevisionCommit | null,
  remote: RevisionCommit | null,
): Promise<Comparison> {
  if (local === null || remote === null)
    return { relation: local === remote ? 'same' : local === null ? 'remote ahead' : 'local ahead', shared: 0 };
  if (local.commit === remote.commit) return { relation: 'same', shared: local.revision };
  const isShared = async (revision: number): Promise<boolean> =>
    (await pastCommit(repository, local, revision)) === (await pastCommit(repository, remote, revision));

  const shorter = Math.min(local.revision, remote.revision);
  if (local.revision !== remote.revision && (await isShared(shorter)))
    return { relation: local.revision < remote.revision ? 'remote ahead' : 'local ahead', shared: shorter };
  // A commit leads to all before it, so what is shared is a beginning of both, and halving finds its end.
  let [shared, different] = [0, shorter];
  while (different - shared > 1) {
    const middle = Math.floor((shared + different) / 2);
    if (await isShared(middle)) shared = middle;
    else different = middle;
  }
  return { relation: 'diverged', shared };
}

/** The commit that stands for a revision in the history, which is the one without a tree. */
async function pastCommit(repository: RefRepository, tip: RevisionCommit, revision: number): Promise<string> {
  const { hash } = repository;
  if (revision === tip.revision)
    return objectId(hash, 'commit', withoutTree(tip.content, objectId(hash, 'tree', Buffer.alloc(0))));
  const name = `${tip.commit}~${tip.revision - revision}`;
  const object = await readObject(repository, tip.id, name);
  if (object === null) throw corrupt(tip.id, name, `revision ${revision} is missing`);
  return object.id;
}
