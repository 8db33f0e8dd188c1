import { type Sha256, storeErrors } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { type GitObject, newObject } from '../objects/git-object.ts';
import { parseTree, type TreeEntry } from '../objects/git-tree.ts';
import { moveRef, syncRef } from './move-ref.ts';
import { readObject, readRef, readTip } from './read-revisions.ts';
import type { RefRepository } from './ref-repository.ts';
import type { RevisionCommit } from './revision-commit.ts';
import { corrupt, StoreProblem } from './store-problem.ts';
import { withObjects } from './store-objects.ts';
import { artifactRef, taskRef } from '../names/task-ref-name.ts';
import { lockTimeout } from './lock-timeout.ts';

/**
 * Stores an artifact, durable when this returns. Until a revision names it, a ref of its own does, so that no gc takes it; that
 * ref leads to a tag, which says when it was stored. Storing it again makes it young again for a sweep.
 */
export async function storeArtifact(
  repository: RefRepository,
  {
    id,
    bytes,
    at,
    writer,
  }: { readonly id: string; readonly bytes: Buffer; readonly at: number; readonly writer: string },
): Promise<Sha256> {
  const sha = sha256Hex(bytes);
  const blob = newObject(repository.hash, 'blob', bytes);
  const tag = newObject(repository.hash, 'tag', Buffer.from(formatTag(blob.id, sha, at, writer)));
  const ref = artifactRef(id, sha);
  const move = await withObjects(repository, [blob, tag], () =>
    moveRef(repository, { ref, from: null, to: tag.id, step: 'move artifact ref' }),
  );
  if (move.outcome === 'locked') throw new StoreProblem(lockTimeout(id, move));
  if (move.outcome === 'unknown')
    throw new StoreProblem(storeErrors.storageFailure(`store an artifact of ${id}`, 'git ended early', move.cause));
  await syncRef(repository, ref);
  return sha;
}

/** The bytes of an artifact, checked; null when neither the current revision nor a ref of its own names it. */
export async function readArtifact(repository: RefRepository, id: string, sha: Sha256): Promise<Uint8Array | null> {
  const stored = artifactRef(id, sha);
  const found =
    (await readObject(repository, id, `${taskRef(id)}:artifacts/${sha}`)) ??
    (await readObject(repository, id, `${stored}^{blob}`)) ??
    (await readNamed(repository, id, sha));
  if (found === null) return null;
  if (sha256Hex(found.content) !== sha) throw corrupt(id, `artifact ${sha}`, 'its checksum does not match');
  return new Uint8Array(found.content);
}

/** Not found at first sight: it came just now, or it is named and yet missing, or nobody knows it. */
async function readNamed(repository: RefRepository, id: string, sha: Sha256): Promise<GitObject | null> {
  const tip = await readTip(repository, id);
  const tag = await readRef(repository, id, artifactRef(id, sha));
  const name = tip?.artifacts.includes(sha) === true ? `${tip.commit}:artifacts/${sha}` : tag && `${tag.id}^{blob}`;
  if (name === null) return null;
  const blob = await readObject(repository, id, name);
  if (blob === null) throw corrupt(id, `artifact ${sha}`, 'it is named and its content is missing');
  return blob;
}

/** The artifacts that a commit names. */
export interface FoundArtifacts {
  /** The blobs by SHA-256. */
  readonly blobs: ReadonlyMap<Sha256, string>;
  /** The refs of those that the current revision does not name, and the tags that they lead to. */
  readonly tags: ReadonlyMap<string, string>;
}

/** Finds the artifacts that a commit names; the first that nobody knows is `ArtifactMissing`. */
export async function findArtifacts(
  repository: RefRepository,
  { id, artifacts }: { readonly id: string; readonly artifacts: readonly Sha256[] },
  tip: RevisionCommit | null,
): Promise<FoundArtifacts> {
  const blobs = new Map<Sha256, string>();
  const tags = new Map<string, string>();
  if (artifacts.length === 0) return { blobs, tags };
  const tree = tip === null ? null : await readObject(repository, id, `${tip.commit}:artifacts`);
  if (tree === null && tip !== null && tip.artifacts.length > 0)
    throw corrupt(id, `${tip.commit}:artifacts`, 'the list of its artifacts is missing');
  const current = tree === null ? new Map<string, TreeEntry>() : parseTree(tree);
  const found = await Promise.all(
    artifacts.map(async (sha) => {
      const ref = artifactRef(id, sha);
      return current.has(sha)
        ? null
        : ((await readObject(repository, id, ref)) ?? (await readRef(repository, id, ref)));
    }),
  );
  for (const [index, sha] of artifacts.entries()) {
    const tag = found[index] ?? null;
    const blob = current.get(sha)?.id ?? blobOfTag(tag);
    if (blob === null) throw new StoreProblem(storeErrors.artifactMissing(id, sha));
    blobs.set(sha, blob);
    if (tag !== null) tags.set(artifactRef(id, sha), tag.id);
  }
  return { blobs, tags };
}

function formatTag(blob: string, sha: Sha256, at: number, writer: string): string {
  return [
    `object ${blob}`,
    'type blob',
    `tag ${sha}`,
    `tagger Batonkit <batonkit@localhost> ${Math.max(0, Math.floor(at / 1000))} +0000`,
    '',
    `stored: ${at}`,
    '',
    writer,
    '',
  ].join('\n');
}

function blobOfTag(tag: GitObject | null): string | null {
  return /^object ([0-9a-f]+)\ntype blob\n/.exec(tag?.content.toString('latin1') ?? '')?.[1] ?? null;
}
