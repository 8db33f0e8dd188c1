import { type Commit, readCommit } from '../objects/git-commit.ts';
import type { ObjectReader } from '../objects/git-object.ts';

const OF_ONE = 1;
const OF_OTHER = 2;
/** Behind a commit that both have. */
const OLD = 4;

/** The newest commit that both have; `null` when there is none. Goes back from the newest, as git does, until only what lies behind is left. */
export async function findMergeBase(reader: ObjectReader, one: string, other: string): Promise<string | null> {
  if (one === other) return one;
  const marks = new Map<string, number>();
  const open: Commit[] = [];
  const shared: Commit[] = [];
  await mark(one, OF_ONE);
  await mark(other, OF_OTHER);
  while (open.some(({ id }) => (marks.get(id)! & OLD) === 0)) {
    open.sort((a, b) => a.time - b.time);
    const commit = open.pop()!;
    const seen = marks.get(commit.id)!;
    const isShared = (seen & (OF_ONE | OF_OTHER)) === (OF_ONE | OF_OTHER);
    if (isShared && (seen & OLD) === 0 && !shared.includes(commit)) shared.push(commit);
    for (const parent of commit.parents) await mark(parent, isShared ? seen | OLD : seen);
  }
  return shared.find(({ id }) => (marks.get(id)! & OLD) === 0)?.id ?? null;

  async function mark(id: string, how: number): Promise<void> {
    const before = marks.get(id) ?? 0;
    if ((before | how) === before) return;
    marks.set(id, before | how);
    const queued = open.find((commit) => commit.id === id);
    const commit = queued ?? (await readCommit(reader, id));
    if (commit !== null && queued === undefined) open.push(commit);
  }
}
