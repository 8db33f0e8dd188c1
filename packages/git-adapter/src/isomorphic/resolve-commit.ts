import { join } from 'node:path';
import { errnoOf, gitProblem, snapshotElsewhere } from '../host/git-problem.ts';
import { parseCommit, parseTag } from '../objects/git-commit.ts';
import type { GitObject, ObjectReader } from '../objects/git-object.ts';
import type { Repository } from './open-repository.ts';
import { resolveRef } from './resolve-ref.ts';
import { readIfThere } from '../host/worktree-fs.ts';

const FULL_ID = /^[0-9a-f]{40}$/;

/** Where HEAD points. */
export function readHead({ fs, root, gitDirectory, commonDirectory }: Repository): {
  readonly commit: string;
  readonly branch: string | null;
} {
  const text = readIfThere(fs, join(gitDirectory, 'HEAD'))?.toString('utf8').trim() ?? '';
  if (FULL_ID.test(text)) return { commit: text, branch: null };
  const ref = /^ref: *(refs\/.+)$/.exec(text)?.[1];
  if (ref === undefined) throw gitProblem('unsupported', 'HEAD is neither a commit nor a branch');
  const commit = resolveRef(fs, commonDirectory, ref);
  if (commit === null) throw gitProblem('no-commit', root);
  return { commit, branch: ref.replace(/^refs\/heads\//, '') };
}

/** The commit that a full or abbreviated id, a branch, a tag or `HEAD` names, with the tree it has. */
export async function resolveCommit(
  repository: Repository,
  reader: ObjectReader,
  name: string,
): Promise<{ readonly commit: string; readonly tree: string }> {
  const id = await findId(repository, name);
  const found = id === null ? null : await peel(reader, id);
  if (found === null || found.commit === null) throw gitProblem('unknown-commit', name);
  return { commit: found.commit, tree: found.tree };
}

async function findId(repository: Repository, name: string): Promise<string | null> {
  if (FULL_ID.test(name)) return name;
  if (name === 'HEAD') return readHead(repository).commit;
  if (!/^[^\0\n-][^\0\n]*$/.test(name)) return null;
  if (/[~^:@{]/.test(name)) throw gitProblem('unsupported', `${name} is an expression; name a commit, branch or tag`);
  const { fs, commonDirectory: gitdir } = repository;
  const ref = resolveRef(fs, gitdir, name);
  if (ref !== null || !/^[0-9a-f]{4,39}$/.test(name)) return ref;
  const { expandOid } = await import('isomorphic-git');
  try {
    return await expandOid({ fs, gitdir, oid: name });
  } catch (error) {
    if (['NotFoundError', 'AmbiguousError'].includes(errnoOf(error) ?? '')) return null;
    throw error;
  }
}

/** Follows tags and commits to a tree. */
async function peel(
  reader: ObjectReader,
  id: string,
): Promise<{ readonly commit: string | null; readonly tree: string } | null> {
  let at: GitObject | null = await reader.read(id);
  for (let depth = 0; at?.type === 'tag' && depth < 20; depth += 1) at = await reader.read(parseTag(at) ?? '');
  if (at?.type === 'tree') return { commit: null, tree: at.id };
  const commit = parseCommit(at);
  return commit === null ? null : { commit: commit.id, tree: commit.tree };
}

/** The tree of a stored tree or commit; `SnapshotElsewhere` when this host has neither. */
export async function requireTree(reader: ObjectReader, id: string): Promise<string> {
  const found = FULL_ID.test(id) ? await peel(reader, id) : null;
  if (found === null || (await reader.read(found.tree))?.type !== 'tree') throw snapshotElsewhere(id);
  return found.tree;
}
