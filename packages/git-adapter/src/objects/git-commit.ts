import type { GitObject, ObjectReader } from './git-object.ts';

/** What a commit says about its place in the history. */
export interface Commit {
  readonly id: string;
  readonly tree: string;
  /** When it was committed, in seconds since the epoch. */
  readonly time: number;
  readonly parents: readonly string[];
}

/** Reads a commit; `null` for any other object, for none and for one without a tree. */
export function parseCommit(object: GitObject | null): Commit | null {
  if (object?.type !== 'commit') return null;
  const header = headerOf(object);
  const tree = /^tree ([0-9a-f]+)$/m.exec(header)?.[1];
  if (tree === undefined) return null;
  const parents = [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent);
  return { id: object.id, tree, time: Number(/^committer .* (\d+) [-+]\d+$/m.exec(header)?.[1] ?? 0), parents };
}

/** The commit of an id; `null` when there is none. */
export async function readCommit(reader: ObjectReader, id: string): Promise<Commit | null> {
  return /^[0-9a-f]{40,64}$/.test(id) ? parseCommit(await reader.read(id)) : null;
}

/** The id that an annotated tag names; `null` for any other object, and for none. */
export function parseTag(object: GitObject | null): string | null {
  return object?.type === 'tag' ? (/^object ([0-9a-f]+)$/m.exec(headerOf(object))?.[1] ?? null) : null;
}

/** What the history goes on with: the parents of a commit, what a tag names. */
export function nextInHistory(object: GitObject | null): readonly string[] {
  const target = parseTag(object);
  return target === null ? (parseCommit(object)?.parents ?? []) : [target];
}

function headerOf({ content }: GitObject): string {
  const end = content.indexOf('\n\n');
  return content.toString('latin1', 0, end === -1 ? content.length : end);
}
