import type { CommitChange } from '@batonkit/core';
import { type Commit, readCommit } from './git-commit.ts';
import type { ObjectReader } from './git-object.ts';
import { gitProblem } from '../host/git-problem.ts';
import { listTreeChanges } from './list-tree-changes.ts';
import { toTreePath } from './tree-path.ts';

/**
 * What each commit writes that `to` has and none of `from` has. Of a merge, that is what differs from all of its parents. The commits are
 * read as they are stored, so that neither grafts nor replacements hide one.
 */
export async function listCommitChanges(
  reader: ObjectReader,
  { from, to }: { readonly from: readonly string[]; readonly to: string },
): Promise<readonly CommitChange[]> {
  const commits = await listCommits(reader, from, to);
  const dropped = await findDropped(reader, commits);
  const changes: CommitChange[] = [];
  for (const { id, tree, parents } of commits.values()) {
    const sides = [];
    for (const parent of parents.length === 0 ? [undefined] : parents) {
      const base = parent === undefined ? undefined : (await requireCommit(reader, parent)).tree;
      sides.push(await listTreeChanges(reader, base, tree));
    }
    const [first = [], ...others] = sides;
    const names = others.map((side) => new Set(side.map(({ name }) => name)));
    for (const { name, to: entry } of first) {
      if (!names.every((known) => known.has(name))) continue;
      const path = toTreePath(Buffer.from(name, 'latin1'));
      const content = entry === null ? null : `${entry.mode} ${entry.id}`;
      changes.push({ commit: id, parents, path, content, isDropped: dropped.has(id) });
    }
  }
  return changes;
}

/** Goes back from the newest, until only what `from` has is left. */
async function listCommits(
  reader: ObjectReader,
  from: readonly string[],
  to: string,
): Promise<ReadonlyMap<string, Commit>> {
  const old = new Set<string>();
  const found = new Map<string, Commit>();
  const open = new Map<string, Commit>();
  const add = async (id: string, isOld: boolean): Promise<void> => {
    const isNews = isOld ? !old.has(id) : !old.has(id) && !found.has(id) && !open.has(id);
    if (!isNews) return;
    if (isOld) old.add(id);
    // Behind the edge of a shallow clone nothing is known, and nothing is new.
    const commit = isOld ? await readCommit(reader, id) : await requireCommit(reader, id);
    if (commit !== null) open.set(id, commit);
  };
  for (const id of from) await add(id, true);
  await add(to, false);
  for (;;) {
    const newest = [...open.values()].reduce<Commit | null>((a, b) => (a === null || b.time > a.time ? b : a), null);
    if (newest === null || [...open.keys()].every((id) => old.has(id))) break;
    open.delete(newest.id);
    const isOld = old.has(newest.id);
    if (!isOld) found.set(newest.id, newest);
    for (const parent of newest.parents) await add(parent, isOld);
  }
  // A commit with a wrong clock may have been met before it was known to be old.
  for (const id of old) found.delete(id);
  return found;
}

/** The commits of a side that a merge did not take anything from (`git merge -s ours`). */
async function findDropped(reader: ObjectReader, commits: ReadonlyMap<string, Commit>): Promise<ReadonlySet<string>> {
  const dropped = new Set<string>();
  for (const { tree, parents } of commits.values()) {
    if (parents.length < 2) continue;
    const sides = await Promise.all(parents.map((id) => requireCommit(reader, id)));
    const taken = sides.filter((side) => side.tree === tree).map(({ id }) => reach(id));
    const [kept] = taken;
    if (kept === undefined) continue;
    for (const { id, tree: side } of sides) {
      if (side === tree) continue;
      for (const each of reach(id)) if (!kept.has(each)) dropped.add(each);
    }
  }
  return dropped;

  function reach(start: string): ReadonlySet<string> {
    const seen = new Set<string>();
    const open = [start];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const commit = commits.get(id);
      if (commit === undefined || seen.has(id)) continue;
      seen.add(id);
      open.push(...commit.parents);
    }
    return seen;
  }
}

async function requireCommit(reader: ObjectReader, id: string): Promise<Commit> {
  const commit = await readCommit(reader, id);
  if (commit === null) throw gitProblem('unknown-commit', id);
  return commit;
}
