import {
  type Clock,
  commitDigest,
  type Committed,
  err,
  ok,
  type Result,
  type StoreError,
  storeErrors,
  type TaskCommit,
} from '@batonkit/core';
import { formatTree, type TreeEntry } from '../objects/git-tree.ts';
import { findArtifacts } from './artifact-refs.ts';
import { lockTimeout } from './lock-timeout.ts';
import { moveRef, syncRef } from './move-ref.ts';
import { newObject, type NewObject } from '../objects/git-object.ts';
import { readRevisions, readTip } from './read-revisions.ts';
import type { RefRepository } from './ref-repository.ts';
import { formatRevision, type RevisionCommit, revisionOf, withoutTree } from './revision-commit.ts';
import { withObjects } from './store-objects.ts';
import { taskRef } from '../names/task-ref-name.ts';
import { formatWriterLine, writerMark } from '../locks/writer-mark.ts';

/**
 * Makes the next revision: its objects first, durable and seen by nobody, then the task's ref moves from the revision that was
 * expected to the new one. That is the compare-and-set; body, audit lines and revision become visible with it together.
 */
export async function commitRevision(
  repository: RefRepository,
  commit: TaskCommit,
  clock: Clock,
): Promise<Result<Committed, StoreError>> {
  const { id, expected, operationId } = commit;
  const tip = await readTip(repository, id);
  if ((tip?.revision ?? 0) !== expected) return settleMismatch(repository, commit, tip);

  const { blobs, tags } = await findArtifacts(repository, commit, tip);
  const { objects, next } = makeObjects(repository, commit, { tip, blobs, at: clock.now() });
  const ref = taskRef(id);
  const from = tip?.commit ?? repository.zeroId;
  // An artifact has no other name than its own until the ref has moved. A sweep that drops that name meanwhile would leave it to a gc.
  const move = await withObjects(repository, objects, () =>
    moveRef(repository, { ref, from, to: next, step: 'move task ref', needs: tags }),
  );
  if (move.outcome === 'unmet') return commitRevision(repository, commit, clock);
  if (move.outcome === 'elsewhere') return settleMismatch(repository, commit, await readTip(repository, id));
  if (move.outcome === 'locked') return err(lockTimeout(id, move));
  if (move.outcome === 'unknown') return err(storeErrors.outcomeUnknown(id, operationId, move.cause));
  return acknowledge(repository, commit, { revision: expected + 1, replayed: false });
}

/** The objects of a revision, and the id of its commit. */
function makeObjects(
  { hash, commonDirectory }: RefRepository,
  commit: TaskCommit,
  {
    tip,
    blobs,
    at,
  }: { readonly tip: RevisionCommit | null; readonly blobs: ReadonlyMap<string, string>; readonly at: number },
): { readonly objects: readonly NewObject[]; readonly next: string } {
  const objects: NewObject[] = [];
  const add = (type: NewObject['type'], content: Buffer): string => {
    const object = newObject(hash, type, content);
    objects.push(object);
    return object.id;
  };
  const entries = new Map<string, TreeEntry>();
  if (commit.body !== null) entries.set('body', { mode: '100644', id: add('blob', Buffer.from(commit.body)) });
  if (blobs.size > 0) {
    const artifacts = new Map([...blobs].map(([sha, id]) => [sha, { mode: '100644', id }]));
    entries.set('artifacts', { mode: '040000', id: add('tree', formatTree(artifacts)) });
  }
  const parent = tip === null ? null : add('commit', withoutTree(tip.content, add('tree', Buffer.alloc(0))));
  const revision = revisionOf(commit, formatWriterLine(writerMark(commonDirectory)));
  const next = add('commit', formatRevision(revision, { tree: add('tree', formatTree(entries)), parent, at }));
  return { objects, next };
}

/** The ref is at the new revision; it counts when its name is durable. */
async function acknowledge(
  repository: RefRepository,
  { id, operationId }: TaskCommit,
  committed: Committed,
): Promise<Result<Committed, StoreError>> {
  try {
    await syncRef(repository, taskRef(id));
    return ok(committed);
  } catch (error) {
    return err(storeErrors.outcomeUnknown(id, operationId, error));
  }
}

/** `expected` is not the current revision: a replay of an operation that is already there, or a conflict. */
async function settleMismatch(
  repository: RefRepository,
  commit: TaskCommit,
  tip: RevisionCommit | null,
): Promise<Result<Committed, StoreError>> {
  const { id, expected, operationId } = commit;
  const later = tip === null ? [] : await readRevisions(repository, tip, expected + 1, tip.revision);
  const same = later.find((revision) => revision.operationId === operationId);
  if (same === undefined) return err(storeErrors.conflict(id, expected, tip?.revision ?? 0));
  if (same.digest !== commitDigest(commit)) return err(storeErrors.operationIdReused(id, operationId, same.revision));
  // Whoever made it may have died before its name was durable.
  return acknowledge(repository, commit, { revision: same.revision, replayed: true });
}
